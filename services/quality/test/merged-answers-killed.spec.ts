import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import {
  AgreementMapsServiceDefinition,
  AgreementMapStatus,
  MergedAnswersServiceDefinition,
  SentenceStanding,
} from '@polylogue/proto';
import { callerToken, freshDatabase, until } from '@polylogue/test-kit';
import { quality as definition } from '../src/service.js';
import { answers, claimsIn, findsAnd, replies } from './merged-answers.fixture.js';
import { aBroadcast, delta, idOf, says, startQuality, startUpstreams } from './quality.fixture.js';
import { startReplica } from './replica.fixture.js';

it('an answer whose process is killed ends as interrupted with what had come, and nothing is paid for twice', async () => {
  const neverEnds = findsAnd(async function* () {
    yield delta('Locks block writers only. [c2]\nThey are');
    await new Promise(() => {});
  });
  const upstreams = await startUpstreams({ a: says(''), b: says(''), c: says(''), x: neverEnds });
  const database = await freshDatabase(definition);
  const eventsPrefix = `test_killed_${randomUUID().slice(0, 8)}`;
  const dying = await startReplica(upstreams, database, eventsPrefix);
  try {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    const asUser = { callerToken: callerToken({ userId }) };
    const maps = dying.client(AgreementMapsServiceDefinition);
    const messageIds = Object.keys(replies).map((name) => idOf(broadcastId, name, 1));
    const map = await maps.createAgreementMap({ messageIds, extractor: 'x' }, asUser);
    const isMade = async () =>
      (await maps.getAgreementMap({ id: map.id }, asUser)).status === AgreementMapStatus.COMPLETED;
    await until(isMade, { what: 'the map to be made' });
    const request = { mapId: map.id, idempotencyKey: randomUUID() };
    const client = dying.client(MergedAnswersServiceDefinition);
    const { id } = await client.createMergedAnswer(request, asUser);
    const hasCome = async () => (await client.getMergedAnswer({ id }, asUser)).sentences.length === 1;
    await until(hasCome, { what: 'the first sentence to be stored' });
    await dying.kill();
    const successor = await startQuality(upstreams, { database, eventsPrefix });
    try {
      const get = () => answers(successor).getMergedAnswer({ id }, asUser);
      // The lease is still held: nobody touches it.
      expect((await get()).status).toBe(AgreementMapStatus.PENDING);
      await successor.rows(`UPDATE quality.merged_answers SET lease_until = now() - interval '1 second'`);
      await until(async () => (await get()).status === AgreementMapStatus.INTERRUPTED, { what: 'the answer to end' });
      // The same request again answers what came of it; what is disputed is not lost with the rest.
      expect(await answers(successor).createMergedAnswer(request, asUser)).toMatchObject({
        id,
        errorCode: 'interrupted',
        sentences: [
          { text: 'Locks block writers only.', standing: SentenceStanding.PROVEN, added: false },
          { text: 'Row locks are cheap.', standing: SentenceStanding.DISPUTED, added: true },
        ],
      });
      expect(upstreams.judgeCalls.filter(({ request: asked }) => claimsIn(asked))).toHaveLength(1);
    } finally {
      await successor.close();
    }
  } finally {
    await dying.close();
    await database.drop();
    await upstreams.close();
  }
});
