import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { AgreementMapsServiceDefinition, AgreementMapStatus, SettlingServiceDefinition } from '@polylogue/proto';
import { callerToken, freshDatabase, until } from '@polylogue/test-kit';
import { quality as definition } from '../src/service.js';
import { aBroadcast, delta, idOf, startQuality, startUpstreams, type Judge } from './quality.fixture.js';
import { startReplica } from './replica.fixture.js';
import { cheap, deadlock, extracts, replies, views } from './settling.fixture.js';

/** Begins its answer and never ends it. */
const neverEnds: Judge = async function* () {
  yield delta('{"claims":[');
  await new Promise(() => {});
};
const keeps = views({ [cheap]: ['keep', 'It stands.'], [deadlock]: ['keep', 'It holds.'] });

it('a round whose process is killed ends as interrupted with what was answered, and nothing is paid for twice', async () => {
  const upstreams = await startUpstreams({ a: neverEnds, b: keeps, c: keeps, x: extracts });
  const database = await freshDatabase(definition);
  const eventsPrefix = `test_killed_${randomUUID().slice(0, 8)}`;
  const dying = await startReplica(upstreams, database, eventsPrefix);
  try {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    const asUser = { callerToken: callerToken({ userId }) };
    const messageIds = Object.keys(replies).map((name) => idOf(broadcastId, name, 1));
    const maps = dying.client(AgreementMapsServiceDefinition);
    const settlings = dying.client(SettlingServiceDefinition);
    const { id: mapId } = await maps.createAgreementMap({ messageIds, extractor: 'x' }, asUser);
    const isMade = async () =>
      (await maps.getAgreementMap({ id: mapId }, asUser)).status === AgreementMapStatus.COMPLETED;
    await until(isMade, { what: 'the map to be made' });
    upstreams.judgeCalls.length = 0;
    const request = { mapId, claims: [], idempotencyKey: randomUUID() };
    await settlings.createSettleRound(request, asUser);
    const statuses = async () =>
      (await settlings.getSettling({ mapId }, asUser)).rounds[0]!.answers.map((each) => each.status);
    const { PENDING, COMPLETED, INTERRUPTED } = AgreementMapStatus;
    const areAnswered = async () => (await statuses()).filter((status) => status === COMPLETED).length === 2;
    await until(areAnswered, { what: 'two services to answer' });
    await dying.kill();
    const successor = await startQuality(upstreams, { database, eventsPrefix });
    try {
      // The lease is still held: nobody touches it.
      const round = async () => (await successor.settlings.getSettling({ mapId }, asUser)).rounds[0]!;
      expect((await round()).status).toBe(PENDING);
      await successor.rows(`UPDATE quality.settle_rounds SET lease_until = now() - interval '1 second'`);
      await until(async () => (await round()).status === INTERRUPTED, { what: 'the round to end' });
      // The same request again answers what came of it.
      const settling = await successor.settlings.createSettleRound(request, asUser);
      expect(settling).toMatchObject({ roundsLeft: 1, rounds: [{ errorCode: 'interrupted' }] });
      expect(settling.rounds[0]!.answers.map(({ status }) => status)).toEqual([INTERRUPTED, COMPLETED, COMPLETED]);
      expect(upstreams.judgeCalls).toHaveLength(3);
    } finally {
      await successor.close();
    }
  } finally {
    await dying.close();
    await database.drop();
    await upstreams.close();
  }
});
