import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ComparisonsServiceDefinition, ContextsServiceDefinition } from '@polylogue/proto';
import { aUser, closing, says, scriptedAi } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';
import { finder } from './history.fixture.js';

const { add, closeAll } = closing();
const services = ['claude', 'gpt'];
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;

beforeAll(async () => {
  ai = add(await scriptedAi({ gpt: says('one'), claude: says('two') }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

type User = ReturnType<typeof aUser>;
const history = [
  { isUser: true, content: 'Earlier?' },
  { isUser: false, content: 'Yes.' },
];
const ask = (user: User, text: string, earlier = history) =>
  collect(
    conversation.broadcasts.sendMessage(
      {
        ...message(services, text),
        ownComparison: {
          history: earlier,
          settings: { temperature: 0.3, systemPrompt: 'Be brief.', answerSchema: false },
        },
      },
      as(user),
    ),
  );

describe('a comparison of its own', () => {
  it('begins with the given history for every service, and leaves the dashboard as it was', async () => {
    const user = aUser();
    const shown = acceptedOf(await collect(conversation.broadcasts.sendMessage(message(services, 'Shown'), as(user))));
    const asked = acceptedOf(await ask(user, 'And now?'));
    for (const { messageId } of asked.targets) {
      const { messages } = await conversation.client(ContextsServiceDefinition).getContext({ messageId }, as(user));
      expect(messages.map(({ content }) => content)).toEqual(['Earlier?', 'Yes.', 'And now?']);
    }
    for (const { settings } of ai.requests.slice(-2)) {
      expect(settings).toMatchObject({ systemPrompt: 'Be brief.', temperature: 0.3 });
    }
    const { found } = await finder(conversation, user)({ includeAll: false });
    const onDashboard = found.map((each) => each.conversation!.id).toSorted();
    expect(onDashboard).toEqual(shown.targets.map(({ conversationId }) => conversationId).toSorted());
  });

  it('is found by the id of its broadcast', async () => {
    const user = aUser();
    const { broadcastId } = acceptedOf(await ask(user, 'Where?', []));
    const comparison = await conversation
      .client(ComparisonsServiceDefinition)
      .getComparison({ id: broadcastId }, as(user));
    expect(comparison).toMatchObject({ id: broadcastId });
  });

  it('with half a turn in its history is refused, and nothing is stored', async () => {
    const user = aUser();
    await expect(ask(user, 'And now?', history.slice(0, 1))).rejects.toMatchObject({ kind: 'invalid' });
    const { found } = await finder(conversation, user)({ includeAll: true });
    expect(found).toEqual([]);
  });
});
