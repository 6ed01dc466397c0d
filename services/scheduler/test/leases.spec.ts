import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ExecutionStatus } from '@polylogue/proto';
import type { TokenUser } from '@polylogue/service-kit';
import { aUser, closing, freshDatabase, gate, tcpProxy, until } from '@polylogue/test-kit';
import { scheduler as definition } from '../src/service.js';
import { as, manual, startScheduler, type Scheduler } from './scheduler.fixture.js';
import { saysAfter, scriptedUpstreams, type Upstreams } from './scripted-upstreams.fixture.js';

const { add, closeAll } = closing();
let upstreams: Upstreams;
let ada: TokenUser;
let opening: ReturnType<typeof gate>;

beforeEach(async () => {
  ada = aUser();
  opening = gate();
  upstreams = add(await scriptedUpstreams({ gpt: saysAfter(opening.opened, 'Hello.') }));
});
afterEach(closeAll);

/** Begins a run that waits for its answer until the gate opens. */
async function begin({ queries }: Scheduler): Promise<number> {
  const { id } = await queries.createSavedQuery({ input: manual() }, as(ada));
  await queries.executeSavedQuery({ id }, as(ada));
  await until(() => upstreams.requests.length === 1);
  return id;
}
const ended = (scheduler: Scheduler, id: number) =>
  until(async () => {
    const [execution] = await scheduler.history(ada, id);
    return /COMPLETED|FAILED/.test(execution!.status) ? execution : undefined;
  });

describe('a lease', () => {
  it('is extended while all other connections are busy: the service is called once', async () => {
    const scheduler = add(await startScheduler(upstreams.url, { env: { SCHEDULER_DATABASE_POOL: '1' } }));
    const id = await begin(scheduler);
    const { opened, open } = gate();
    const busy = scheduler.service.database.asWorker(() => opened);
    const lease = async () => {
      const [row] = await scheduler.rows('SELECT lease_until > now() AS "isHeld", fence FROM scheduler.executions');
      return row;
    };
    // Longer than a lease (4 s): without heartbeats it would have lapsed.
    for (const end = Date.now() + 6_000; Date.now() < end; await sleep(100)) {
      expect(await lease()).toEqual({ isHeld: true, fence: 1 });
    }
    open();
    await busy;
    opening.open();
    expect(await ended(scheduler, id)).toMatchObject({ status: ExecutionStatus.COMPLETED });
    expect(upstreams.requests).toHaveLength(1);
  });

  it('that cannot be extended ends the call before another process makes it again', async () => {
    const database = await freshDatabase(definition);
    add({ close: () => database.drop() });
    const proxy = add(await tcpProxy(database.workerUrl));
    const env = { SCHEDULER_WORKER_DATABASE_URL: proxy.urlOf(database.workerUrl) };
    const cut = add(await startScheduler(upstreams.url, { database, env }));
    const id = await begin(cut);
    const other = add(await startScheduler(upstreams.url, { database, eventsPrefix: cut.eventsPrefix }));
    proxy.freeze();
    await until(() => upstreams.requests.length === 2);
    expect(upstreams.cancelled).toEqual(['gpt']);
    opening.open();
    expect(await ended(other, id)).toMatchObject({ status: ExecutionStatus.COMPLETED, successfulResponses: 1 });
    proxy.thaw();
    expect(upstreams.requests).toHaveLength(2);
  });

  it('that lapses again and again makes a run late and never failed', async () => {
    const scheduler = add(await startScheduler(upstreams.url));
    const id = await begin(scheduler);
    const lapses = 7;
    for (let lapse = 1; lapse <= lapses; lapse += 1) {
      // As another process would, which then is too busy itself.
      await scheduler.rows(`UPDATE scheduler.executions SET owner = 'another', fence = fence + 1`);
      await until(
        async () => (await scheduler.rows('SELECT handovers FROM scheduler.executions'))[0]!['handovers'] === lapse,
      );
      await scheduler.rows(`UPDATE scheduler.executions SET lease_until = now() - interval '1 second'`);
      await until(() => upstreams.requests.length === lapse + 1);
      expect(upstreams.cancelled).toHaveLength(lapse);
    }
    opening.open();
    expect(await ended(scheduler, id)).toMatchObject({ status: ExecutionStatus.COMPLETED });
  });
});
