import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FindConversationsRequest } from '@polylogue/proto';
import { aUser } from '@polylogue/test-kit';
import { as, collect, startConversation, type Conversation } from './conversation.fixture.js';

let conversation: Conversation;

beforeAll(async () => {
  conversation = await startConversation('127.0.0.1:1');
});
afterAll(() => conversation.close());

it('sends a conversation longer than a gRPC message may be, in order and in short pieces', async () => {
  const ada = aUser();
  const [id, other] = [randomUUID(), randomUUID()];
  await conversation.rows(
    `INSERT INTO conversation.conversations (id, user_id, ai_service, title) VALUES ($2, $1, 'gpt', 'Long'),
       ($3, $1, 'claude', 'Long')`,
    [ada.userId, id, other],
  );
  await conversation.rows(
    `INSERT INTO conversation.messages (id, user_id, conversation_id, role, content, status, broadcast_id)
     SELECT gen_random_uuid(), $1, conversation, 'assistant', n || repeat(' é', long * 500000), 'completed',
       ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid
     FROM generate_series(1, 12) AS n, (VALUES ($2::uuid, 1), ($3::uuid, 0)) AS c (conversation, long) ORDER BY n`,
    [ada.userId, id, other],
  );
  const sent = (await collect(conversation.history.viewConversation({ id }, as(ada)))).map(({ item }) => item!);
  expect(sent[0]).toMatchObject({ $case: 'conversation', conversation: { title: 'Long', messages: [] } });
  const pieces = sent.flatMap((item) => (item.$case === 'messages' ? [item.messages.messages] : []));
  expect(pieces.map((messages) => messages.length)).toEqual(Array<number>(12).fill(1));
  expect(pieces.flat().map(({ content }) => parseInt(content))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const siblings = sent.flatMap((item) => (item.$case === 'siblings' ? item.siblings.siblings : []));
  expect(siblings).toHaveLength(12);
  expect(siblings[0]).toMatchObject({ aiService: 'claude', conversationId: other });
  expect(sent.map(({ $case }) => $case).indexOf('siblings')).toBe(13);

  const foreign = collect(conversation.history.viewConversation({ id }, as(aUser())));
  await expect(foreign).rejects.toMatchObject({ kind: 'not_found' });
});

it('hands threads to an export in short pieces, in order, the empty ones too', async () => {
  const ada = aUser();
  const ids: string[] = Array.from({ length: 5 }, () => randomUUID());
  await conversation.rows(
    `INSERT INTO conversation.conversations (id, user_id, ai_service, title, on_dashboard, updated_at)
     SELECT id, $1::uuid, 'gpt', nr, false, now() - nr * interval '1 minute' FROM unnest($2::uuid[]) WITH ORDINALITY AS c (id, nr)`,
    [ada.userId, ids],
  );
  // The first, third and last are empty, the second is long, the fourth is short.
  await conversation.rows(
    `INSERT INTO conversation.messages (id, user_id, conversation_id, role, content, status)
     SELECT gen_random_uuid(), $1::uuid, $2::uuid, 'assistant', n || repeat(' é', 50000), 'completed' FROM generate_series(1, 9) AS n
     UNION ALL SELECT gen_random_uuid(), $1::uuid, $3::uuid, 'assistant', 'short', 'completed'`,
    [ada.userId, ids[1], ids[3]],
  );
  const request = FindConversationsRequest.fromPartial({ includeAll: true, withFileTexts: true });
  const items = (await collect(conversation.history.findConversations(request, as(ada)))).map(({ item }) => item!);
  const kinds = items.map((item) => {
    if (item.$case === 'further') return item.further.messages.map(({ content }) => parseInt(content));
    if (item.$case !== 'found') return item.$case;
    const { id, messages } = item.found.conversation!;
    return [ids.indexOf(id), ...messages.map(({ content }) => parseInt(content) || content)];
  });
  expect(kinds).toEqual(['head', [0], [1, 1], ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => [n]), [2], [3, 'short'], [4]]);
});
