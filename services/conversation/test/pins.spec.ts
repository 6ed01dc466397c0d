import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PinsServiceDefinition } from '@polylogue/proto';
import { aUser, closing, says, scriptedAi, until } from '@polylogue/test-kit';
import pg from 'pg';
import { acceptedOf, as, collect, message, startConversation } from './conversation.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

async function aBroadcast() {
  const ai = add(await scriptedAi({ gpt: says('Yes'), claude: says('No') }));
  const conversation = add(await startConversation(ai.url));
  const user = as(aUser());
  const pins = conversation.client(PinsServiceDefinition);
  const sent = acceptedOf(await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude']), user)));
  const pinned = async () => {
    const listed = await collect(conversation.conversations.listConversations({ includeAll: true, limit: 0 }, user));
    return listed.flatMap(({ messages }) => messages.filter(({ pinned }) => pinned).map(({ id }) => id));
  };
  const [gpt, claude] = sent.targets.map(({ messageId }) => messageId) as [string, string];
  return { ...conversation, user, pins, pinned, broadcastId: sent.broadcastId, gpt, claude };
}

describe('a pin', () => {
  it('marks one reply of a broadcast, moves, and is removed', async () => {
    const { pins, pinned, user, broadcastId, gpt, claude } = await aBroadcast();
    expect(await pins.pinReply({ broadcastId, messageId: gpt }, user)).toEqual({ messageId: gpt });
    expect(await pinned()).toEqual([gpt]);
    await pins.pinReply({ broadcastId, messageId: claude }, user);
    await pins.pinReply({ broadcastId, messageId: claude }, user);
    expect(await pinned()).toEqual([claude]);
    expect(await pins.pinReply({ broadcastId }, user)).toEqual({ messageId: undefined });
    expect(await pinned()).toEqual([]);
  });

  it('may be set on a retried reply, named by either broadcast', async () => {
    const { pins, pinned, user, broadcastId, broadcasts, gpt, claude } = await aBroadcast();
    const again = acceptedOf(await collect(broadcasts.retryReply({ messageId: gpt }, user)));
    const second = again.targets[0]!.messageId;
    await pins.pinReply({ broadcastId, messageId: claude }, user);
    await pins.pinReply({ broadcastId: again.broadcastId, messageId: second }, user);
    expect(await pinned()).toEqual([second]);
    await pins.pinReply({ broadcastId, messageId: gpt }, user);
    expect(await pinned()).toEqual([gpt]);
  });

  it('is deleted with its conversation', async () => {
    const { pins, pinned, user, broadcastId, gpt, rows } = await aBroadcast();
    await pins.pinReply({ broadcastId, messageId: gpt }, user);
    await rows(`DELETE FROM conversation.conversations WHERE ai_service = 'gpt'`);
    expect(await pinned()).toEqual([]);
    expect(await rows('SELECT 1 FROM conversation.pins')).toEqual([]);
  });

  it('set while its conversation is being deleted finds no reply', async () => {
    const { pins, user, broadcastId, gpt, rows, database } = await aBroadcast();
    const deleting = new pg.Client({ connectionString: database.adminUrl });
    await deleting.connect();
    await deleting.query('BEGIN');
    await deleting.query(`DELETE FROM conversation.conversations WHERE ai_service = 'gpt'`);
    const pinning = pins.pinReply({ broadcastId, messageId: gpt }, user).catch((error: unknown) => error);
    await until(async () => (await rows(waiting)).length > 0);
    await deleting.query('COMMIT');
    await deleting.end();
    expect(await pinning).toMatchObject({ code: 'reply_not_found' });
  });

  it('is refused for a missing message, one that is no reply of it, and another user’s', async () => {
    const { pins, pinned, user, broadcastId, gpt, broadcasts } = await aBroadcast();
    const stranger = as(aUser());
    const theirs = acceptedOf(await collect(broadcasts.sendMessage(message(['gpt']), stranger)));
    const noBroadcast = { code: 'broadcast_not_found' };
    const noReply = { code: 'reply_not_found' };
    const foreign = theirs.targets[0]!.messageId;
    await expect(pins.pinReply({ broadcastId, messageId: foreign }, user)).rejects.toMatchObject(noReply);
    await expect(pins.pinReply({ broadcastId, messageId: randomUUID() }, user)).rejects.toMatchObject(noReply);
    await expect(pins.pinReply({ broadcastId, messageId: 'x' }, user)).rejects.toMatchObject(noReply);
    await expect(pins.pinReply({ broadcastId, messageId: gpt }, stranger)).rejects.toMatchObject(noBroadcast);
    await expect(pins.pinReply({ broadcastId: theirs.broadcastId, messageId: foreign }, user)).rejects.toMatchObject(
      noBroadcast,
    );
    expect(await pinned()).toEqual([]);
  });
});
