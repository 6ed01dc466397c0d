import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { AgreementMapsServiceDefinition, AgreementMapStatus } from '@polylogue/proto';
import { callerToken, freshDatabase, until } from '@polylogue/test-kit';
import { quality as definition } from '../src/service.js';
import { aBroadcast, delta, idOf, says, startQuality, startUpstreams, type Judge } from './quality.fixture.js';
import { startReplica } from './replica.fixture.js';

/** Begins its answer and never ends it. */
const neverEnds: Judge = async function* () {
  yield delta('{"claims":[');
  await new Promise(() => {});
};

it('a map whose process is killed ends as interrupted, and nothing is paid for twice', async () => {
  const upstreams = await startUpstreams({ a: says(''), b: says(''), x: neverEnds });
  const database = await freshDatabase(definition);
  const eventsPrefix = `test_killed_${randomUUID().slice(0, 8)}`;
  const dying = await startReplica(upstreams, database, eventsPrefix);
  try {
    const { broadcastId, userId } = aBroadcast(upstreams, { a: 'One.', b: 'Two.' });
    const asUser = { callerToken: callerToken({ userId }) };
    const request = { messageIds: ['a', 'b'].map((name) => idOf(broadcastId, name, 1)), idempotencyKey: randomUUID() };
    const { id } = await dying.client(AgreementMapsServiceDefinition).createAgreementMap(request, asUser);
    await until(() => upstreams.judgeCalls.length === 1, { what: 'the extractor to be asked' });
    await dying.kill();
    const successor = await startQuality(upstreams, { database, eventsPrefix });
    try {
      // The lease is still held: nobody touches it.
      expect((await successor.maps.getAgreementMap({ id }, asUser)).status).toBe(AgreementMapStatus.PENDING);
      await successor.rows(`UPDATE quality.agreement_maps SET lease_until = now() - interval '1 second'`);
      const isEnded = async () =>
        (await successor.maps.getAgreementMap({ id }, asUser)).status === AgreementMapStatus.INTERRUPTED;
      await until(isEnded, { what: 'the map to end' });
      // The same request again answers what came of it.
      expect(await successor.maps.createAgreementMap(request, asUser)).toMatchObject({
        id,
        status: AgreementMapStatus.INTERRUPTED,
        errorCode: 'interrupted',
      });
      expect(upstreams.judgeCalls).toHaveLength(1);
    } finally {
      await successor.close();
    }
  } finally {
    await dying.close();
    await database.drop();
    await upstreams.close();
  }
});
