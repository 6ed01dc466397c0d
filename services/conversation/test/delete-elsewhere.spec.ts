import { afterEach, describe, expect, it } from '@jest/globals';
import { ReplyStatus } from '@polylogue/proto';
import { aUser, closing, freshDatabase, says, saysAround, scriptedAi, until } from '@polylogue/test-kit';
import { service } from '../src/service.js';
import { acceptedOf, as, collect, doneOf, follow, message, startConversation } from './conversation.fixture.js';
import { startReplica } from './replica.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);
const never = new Promise<void>(() => {});

/** Two replicas on one database; a broadcast whose first reply stays open runs in the one that can be killed. */
async function sendElsewhere() {
  const ai = add(await scriptedAi({ gpt: saysAround(['Half a'], { opened: never }, []), claude: says('Whole.') }));
  const database = await freshDatabase(service);
  add({ close: () => database.drop() });
  const there = add(await startReplica(ai.url, database));
  const here = add(await startConversation(ai.url, { database }));
  const user = aUser();
  const sending = follow(there.broadcasts.sendMessage(message(['gpt', 'claude']), as(user)));
  await until(() => sending.text('gpt') !== '' && sending.events.some(({ event }) => event?.$case === 'reply'));
  const { broadcastId, targets } = acceptedOf(sending.events);
  const published = async () =>
    (
      await here.rows(
        `SELECT subject, payload FROM conversation.outbox WHERE subject <> 'conversation.message_sent.v1' ORDER BY position`,
      )
    ).map(({ subject, payload }) => ({ what: String(subject).split('.')[1], ...(payload as object) }));
  return { ai, there, here, user, sending, broadcastId, published, open: targets[0]!.conversationId };
}

describe('a conversation that is deleted while another replica writes its reply', () => {
  it('ends it there first: its reader gets the end, and the provider’s stream is closed', async () => {
    const { here, user, sending, open, published } = await sendElsewhere();
    await here.history.deleteConversation({ id: open }, as(user));
    await sending.ended;
    expect(doneOf(sending.events).replies).toMatchObject([
      { aiService: 'gpt', status: ReplyStatus.CANCELLED, content: 'Half a' },
      { aiService: 'claude', status: ReplyStatus.COMPLETED },
    ]);
    expect((await published()).map(({ what }) => what)).toEqual([
      'reply_stored',
      'broadcast_completed',
      'conversations_deleted',
    ]);
  });

  it('is deleted also when that replica has died, and its broadcast is complete all the same', async () => {
    const { there, here, user, broadcastId, open, published } = await sendElsewhere();
    await there.kill();
    expect(await here.history.deleteConversation({ id: open }, as(user))).toEqual({ deleted: 1 });
    expect(await published()).toMatchObject([
      { what: 'reply_stored', replies: [{ aiService: 'claude' }] },
      {
        what: 'broadcast_completed',
        totalResponses: 2,
        totalErrors: 1,
        replies: [{ aiService: 'gpt', conversationId: open, status: ReplyStatus.CANCELLED }],
      },
      { what: 'conversations_deleted', conversationIds: [open] },
    ]);
    const rest = await collect(here.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, as(user)));
    expect(doneOf(rest).replies).toMatchObject([{ aiService: 'claude', status: ReplyStatus.COMPLETED }]);
    // Nothing is left for another process to take over.
    expect(await here.rows(`SELECT 1 FROM conversation.dispatches WHERE state = 'running'`)).toEqual([]);
  });
});
