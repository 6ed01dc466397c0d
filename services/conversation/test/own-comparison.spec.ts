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

  it('goes on in the same threads, off the dashboard, for all or one of its services', async () => {
    const user = aUser();
    const first = acceptedOf(await ask(user, 'Where?'));
    const go = (aiServices: string[], text: string, as_ = user) =>
      collect(
        conversation.broadcasts.continueComparison(
          {
            comparisonId: first.broadcastId,
            message: text,
            aiServices,
            settings: { temperature: 0.5, answerSchema: false },
          },
          as(as_),
        ),
      );
    const threadOf = ({ targets }: typeof first, name: string) =>
      targets.find(({ aiService }) => aiService === name)!.conversationId;
    const second = acceptedOf(await go(services, 'And when?'));
    for (const name of services) expect(threadOf(second, name)).toBe(threadOf(first, name));
    expect(second.broadcastId).not.toBe(first.broadcastId);
    const third = acceptedOf(await go(['gpt'], 'Why?'));
    const { messageId } = third.targets[0]!;
    const { messages } = await conversation.client(ContextsServiceDefinition).getContext({ messageId }, as(user));
    expect(messages.map(({ content }) => content)).toEqual([
      'Earlier?',
      'Yes.',
      'Where?',
      'one',
      'And when?',
      'one',
      'Why?',
    ]);
    expect(ai.requests.at(-1)?.settings).toMatchObject({ temperature: 0.5 });
    const { found } = await finder(conversation, user)({ includeAll: false });
    expect(found).toEqual([]);
    const missing = { kind: 'not_found', code: 'comparison_not_found' };
    await expect(go(services, 'Hi', aUser())).rejects.toMatchObject(missing);
    await expect(go(['nobody'], 'Hi')).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('answers several messages at once without one waiting for another without end', async () => {
    const user = aUser();
    const { broadcastId: comparisonId } = acceptedOf(await ask(user, 'Where?'));
    const send = (aiServices: string[], turn: number) =>
      collect(
        conversation.broadcasts.continueComparison({ comparisonId, message: `Turn ${turn}`, aiServices }, as(user)),
      );
    const orders = Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? services : services.toReversed()));
    const answers = await Promise.all(orders.map(send));
    expect(new Set(answers.map((events) => acceptedOf(events).broadcastId)).size).toBe(8);
  });

  it('with half a turn in its history is refused, and nothing is stored', async () => {
    const user = aUser();
    await expect(ask(user, 'And now?', history.slice(0, 1))).rejects.toMatchObject({ kind: 'invalid' });
    const { found } = await finder(conversation, user)({ includeAll: true });
    expect(found).toEqual([]);
  });
});
