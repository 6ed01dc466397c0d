import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aUser, closing, says, scriptedAi } from '@polylogue/test-kit';
import {
  acceptedOf,
  as,
  collect,
  doneOf,
  message,
  startConversation,
  type Conversation,
} from './conversation.fixture.js';

const { add, closeAll } = closing();
let conversation: Conversation;

beforeAll(async () => {
  const ai = add(await scriptedAi({ gpt: says('Hello.') }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

const ask = (user: ReturnType<typeof aUser>) =>
  collect(
    conversation.broadcasts.sendMessage(
      { ...message(['gpt'], 'Hi'), ownComparison: { history: [], settings: undefined } },
      as(user),
    ),
  );

it('five hundred messages of one user wait for each other, and another user’s does not wait for them', async () => {
  const [greedy, other] = [aUser(), aUser()];
  const many = Array.from({ length: 500 }, () => ask(greedy));
  const { broadcastId } = acceptedOf(await ask(other));
  const answers = await Promise.all(many);
  expect(answers.map((events) => doneOf(events).replies.length)).toEqual(answers.map(() => 1));
  const [before] = await conversation.rows(
    `SELECT count(*)::int AS count FROM conversation.broadcasts b, conversation.broadcasts own
     WHERE own.id = $1 AND b.user_id = $2 AND b.created_at < own.created_at`,
    [broadcastId, greedy.userId],
  );
  // In the order in which they came it would have been all of them.
  expect(before!['count']).toBeLessThan(100);
});
