import { newContext, runInContext, Tracing, type RequestContext } from '@polylogue/service-kit';

const repetitions = 200_000;
const rounds = 7;
const work = () => Promise.resolve();

async function nanosecondsOf(run: (context: RequestContext) => Promise<void>) {
  const context = newContext();
  let fastest = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const begun = process.hrtime.bigint();
    for (let index = 0; index < repetitions; index += 1) await run(context);
    fastest = Math.min(fastest, Number(process.hrtime.bigint() - begun) / repetitions);
  }
  return fastest;
}

/** What a span adds to the work inside it while tracing is off: nanoseconds with it, and without. */
export async function spanWhileOff() {
  const without = await nanosecondsOf((context) => runInContext(context, work));
  const withSpan = await nanosecondsOf((context) =>
    Tracing.off.withSpan(context, { kind: 'server', name: 'bench', attributes: { 'rpc.system': 'grpc' } }, work),
  );
  return { withSpan, without };
}
