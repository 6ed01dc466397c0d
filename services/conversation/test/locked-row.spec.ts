import { afterEach, describe, expect, it } from '@jest/globals';
import { ReplyStatus } from '@polylogue/proto';
import { aUser, closing, gate, saysAround, scriptedAi, until } from '@polylogue/test-kit';
import { as, acceptedOf, doneOf, follow, message, startConversation } from './conversation.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

describe('a row of one reply that another transaction has locked', () => {
  it.each(['dispatches', 'messages', 'broadcasts'])(
    'in %s holds up no other reply, and none is lost',
    async (table) => {
      const { opened, open } = gate();
      const ai = add(await scriptedAi({ gpt: saysAround(['Some '], { opened }, ['text.']) }));
      const conversation = add(await startConversation(ai.url));
      const send = () => follow(conversation.broadcasts.sendMessage(message(['gpt']), as(aUser())));
      const [locked, ...others] = [send(), send(), send()];
      await until(() => [locked!, ...others].every(({ text }) => text('gpt') !== ''));
      const { broadcastId, targets } = acceptedOf(locked!.events);
      const id = table === 'broadcasts' ? broadcastId : targets[0]!.messageId;
      const key = table === 'dispatches' ? 'message_id' : 'id';
      const { opened: released, open: release } = gate();
      const { opened: isHeld, open: held } = gate();
      const holding = conversation.service.database.asWorker(async (tx) => {
        await tx.query(`SELECT 1 FROM conversation.${table} WHERE ${key} = $1 FOR UPDATE`, [id]);
        held();
        await released;
      });
      await isHeld;
      open();
      await Promise.all(others.map(({ ended }) => ended));
      for (const { events } of others) {
        expect(doneOf(events).replies).toMatchObject([{ status: ReplyStatus.COMPLETED, content: 'Some text.' }]);
      }
      expect(locked!.events.some(({ event }) => event?.$case === 'reply')).toBe(false);
      release();
      await holding;
      await locked!.ended;
      expect(doneOf(locked!.events).replies).toMatchObject([{ status: ReplyStatus.COMPLETED, content: 'Some text.' }]);
    },
  );

  it('keeps no other lease from being extended', async () => {
    const ai = add(await scriptedAi({ gpt: saysAround(['Some'], { opened: new Promise(() => {}) }, []) }));
    const conversation = add(await startConversation(ai.url));
    const sent = [1, 2].map(() => follow(conversation.broadcasts.sendMessage(message(['gpt']), as(aUser()))));
    await until(() => sent.every(({ text }) => text('gpt') !== ''));
    const [locked, free] = sent.map(({ events }) => acceptedOf(events).targets[0]!.messageId);
    const { opened: released, open: release } = gate();
    const holding = conversation.service.database.asWorker(async (tx) => {
      await tx.query('SELECT 1 FROM conversation.dispatches WHERE message_id = $1 FOR UPDATE', [locked]);
      await released;
    });
    const lease = async () =>
      (await conversation.rows('SELECT lease_until FROM conversation.dispatches WHERE message_id = $1', [free]))[0]![
        'lease_until'
      ] as Date;
    for (let beat = 0, before = await lease(); beat < 3; beat += 1, before = await lease()) {
      await until(async () => (await lease()) > before, { what: 'a heartbeat' });
    }
    release();
    await holding;
  });
});
