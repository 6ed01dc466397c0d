import { newContext, runInContext, Tracing, type RequestContext } from '@polylogue/service-kit';

const steps = 200_000;
const rounds = 7;
const work = () => Promise.resolve();

async function nanosecondsOf(step: (context: RequestContext) => Promise<void>) {
  const context = newContext();
  let least = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const begun = process.hrtime.bigint();
    for (let index = 0; index < steps; index += 1) await step(context);
    least = Math.min(least, Number(process.hrtime.bigint() - begun) / steps);
  }
  return least;
}

/** What a step of a trace adds to the work inside it while tracing is off: nanoseconds with it, and without. */
export async function stepWhileOff() {
  const without = await nanosecondsOf((context) => runInContext(context, work));
  const withStep = await nanosecondsOf((context) =>
    Tracing.off.withSpan(context, { kind: 'server', name: 'bench', attributes: { 'rpc.system': 'grpc' } }, work),
  );
  return { withStep, without };
}
