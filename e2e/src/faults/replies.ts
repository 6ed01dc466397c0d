import type { AnswerOf, continueConversation, getConversation, SendAnswer, SendResult } from '@polylogue/api-contract';
import type { EntryPoint, Seen, Stage, User } from './entry-point.js';

const message = 'What do you make of it?';

/** The ways to replies that stand in a conversation. */
export const replyEntryPoints = {
  send: {
    title: 'send',
    play: async (stage) => {
      await stage.breakIt();
      return seenOf(stage, await send(stage));
    },
  },
  stream: {
    title: 'send, streamed',
    play: async (stage) => {
      await stage.breakIt();
      return follow(stage);
    },
  },
  file: {
    title: 'send with file',
    play: async (stage) => {
      await stage.breakIt();
      return seenOf(stage, await sendFile(stage));
    },
  },
  retry: {
    title: 'retry',
    play: async (stage) => {
      await stage.breakIt();
      const { results } = (await send(stage)).body;
      const [{ messageId }] = of(stage.faulty, results);
      await stage.breakIt();
      const answer = await stage.user.call<SendAnswer>('POST', `/api/messages/${messageId}/retry`);
      return seenOf(stage, answer, results);
    },
  },
  continue: {
    title: 'continue',
    play: async (stage) => {
      const first = await send(stage, [stage.well]);
      const [{ conversationId }] = of(stage.well, first.body.results);
      await stage.breakIt();
      const body = { conversationId, selectedAIs: [stage.faulty, stage.well], newMessage: 'And further?' };
      return seenOf(
        stage,
        await stage.user.call<AnswerOf<typeof continueConversation>>('POST', '/api/continue-conversation', body),
      );
    },
  },
} satisfies Record<string, EntryPoint>;

const toOwnComparison = (selectedAIs: string[]) => {
  return { message, selectedAIs, mode: 'selective', ownComparison: true } as const;
};

/** Sends a message to a comparison of its own. */
export function send({ user, faulty, well }: Stage, selectedAIs = [faulty, well]) {
  return user.call<SendAnswer>('POST', '/api/send-message', toOwnComparison(selectedAIs));
}

/** As a page does: what it shows is what came piece by piece. */
async function follow(stage: Stage): Promise<Seen> {
  const { user, faulty, well } = stage;
  let shown = '';
  let done: SendAnswer | undefined;
  for await (const { event, data } of user.api.send(toOwnComparison([faulty, well]))) {
    user.answers.push(JSON.stringify(data));
    if (event === 'delta' && data.aiService === faulty) shown += data.text;
    if (event === 'done') done = data;
  }
  if (!done) throw new Error('The stream ended without its end.');
  return { ...(await seenOf(stage, { status: 200, body: done })), text: shown };
}

async function sendFile({ user, faulty, well }: Stage) {
  const form = new FormData();
  form.set('file', new Blob(['A short note.'], { type: 'text/plain' }), 'note.txt');
  form.set('message', message);
  form.set('selectedAIs', JSON.stringify([faulty, well]));
  form.set('mode', 'selective');
  const headers = { cookie: user.account.cookie };
  return user.read<SendAnswer>(
    await fetch(`${user.url}/api/send-message-with-file`, { method: 'POST', headers, body: form }),
  );
}

/** The result of a service; there is always one. */
export function of(service: string, results: readonly SendResult[] = []): [SendResult] {
  const found = results.find(({ aiService }) => aiService === service);
  if (!found) throw new Error(`There is no result of ${service}.`);
  return [found];
}

/** What was answered and what was stored. `others` are the results of the round that a retry belongs to. */
async function seenOf(
  { user, faulty, well }: Stage,
  { status, body }: { status: number; body: SendAnswer },
  others = body.results,
): Promise<Seen> {
  const [result] = of(faulty, body.results);
  const stored = await storedReply(user, result);
  const [beside] = of(well, others);
  const besideStored = await storedReply(user, beside);
  return {
    status,
    sentence: result.error,
    text: result.content ?? '',
    state: stored.state === result.status ? stored.state : `${result.status}, stored as ${stored.state}`,
    storedSentence: stored.sentence,
    storedText: stored.text,
    beside: besideStored.text === beside.content ? besideStored.state : 'another text was stored',
  };
}

async function storedReply(
  user: User,
  { conversationId, messageId }: Pick<SendResult, 'conversationId' | 'messageId'>,
) {
  const { messages } = await user.must<AnswerOf<typeof getConversation>>('GET', `/api/conversations/${conversationId}`);
  const found = messages.find(({ id }) => id === messageId);
  return { state: found?.status ?? 'missing', text: found?.content ?? '', sentence: found?.error };
}
