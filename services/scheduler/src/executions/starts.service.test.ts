import { expect, it } from '@jest/globals';
import { StartsService } from './starts.service.js';

/** The service with stubs; `gates` hold up what comes before each claim and each start. */
function withGates() {
  const gates: (() => void)[] = [];
  const begun: number[] = [];
  const run = ({ id }: { id: number }) => void begun.push(id);
  const service = new StartsService(
    ...([
      { asWorker: (work: (tx: object) => unknown) => Promise.resolve(work({})) },
      { nudge: () => undefined },
      {
        start: (_tx: object, ids: number[]) => Promise.resolve(ids.map((id) => ({ id }))),
        publish: () => Promise.resolve(),
      },
      { run },
      {
        has: () => false,
        free: 10,
        hold: () => undefined,
        keepUp: () => new Promise<void>((resolve) => gates.push(resolve)),
      },
      { owner: 'here' },
      {},
      { signal: new AbortController().signal },
      { observe: () => undefined },
      { SCHEDULER_LEASE_SECONDS: 20, SCHEDULER_RUN_SECONDS: 900 },
    ] as unknown as ConstructorParameters<typeof StartsService>),
  );
  /** Lets through what waits at a gate, after everything else has come as far as it can. */
  const pass = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    gates.shift()!();
  };
  return { service, begun, pass };
}

it('begins what is woken while earlier runs begin: no wake-up is forgotten', async () => {
  const { service, begun, pass } = withGates();
  const first = service.begin(1);
  await pass();
  await first;
  // The first has begun; heartbeats go before what comes next.
  const second = service.begin(2);
  await pass();
  await pass();
  await second;
  await pass();
  expect(begun).toEqual([1, 2]);
});
