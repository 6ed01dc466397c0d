import type {
  AnswerOf,
  continueConversation,
  createApiKey,
  getConversation,
  getComparison,
  SendAnswer,
  SendResult,
} from '@polylogue/api-contract';
import OpenAI from 'openai';
import { User, type EntryPoint, type Seen, type Stage } from './entry-point.js';

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
  openai: {
    title: 'OpenAI endpoint',
    play: async (stage) => {
      await stage.breakIt();
      return complete(stage);
    },
  },
} satisfies Record<string, EntryPoint>;

/** Sends a message to a comparison of its own. */
export function send({ user, faulty, well }: Stage, selectedAIs = [faulty, well]) {
  const body = { message, selectedAIs, mode: 'selective', ownComparison: true };
  return user.call<SendAnswer>('POST', '/api/send-message', body);
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
  return { state: found?.status ?? 'missing', text: found?.content ?? '' };
}

/** As a program does that uses OpenAI's own library with what it does by itself, such as trying again. */
async function complete({ user, faulty }: Stage): Promise<Seen> {
  const wanted = { name: faulty, scopes: ['read', 'send'] };
  const { key, apiKey } = await user.must<AnswerOf<typeof createApiKey>>('POST', '/api/account/keys', wanted);
  const { status, headers, sentence, content } = await completionOf(user, key, `polylogue/${faulty}`);
  await user.must('DELETE', `/api/account/keys/${apiKey.id}`);
  const id = headers?.get('x-polylogue-broadcast');
  const { conversations } = await user.must<AnswerOf<typeof getComparison>>('GET', `/api/comparisons/${id}`);
  const path = `/api/conversations/${conversations[0]?.id}`;
  const { messages } = await user.must<AnswerOf<typeof getConversation>>('GET', path);
  const stored = messages.find(({ role }) => role === 'assistant');
  // Why there is no more of a reply stands after what there is.
  const [, text, reason] = /^(.*)\n\n_(.+)_$/s.exec(content) ?? [undefined, content];
  return {
    status,
    sentence: sentence ?? reason,
    text,
    state: stored?.status ?? 'missing',
    storedText: stored?.content ?? '',
  };
}

async function completionOf(user: User, apiKey: string, model: string) {
  const client = new OpenAI({ apiKey, baseURL: `${user.url}/v1` });
  try {
    const call = client.chat.completions.create({ model, messages: [{ role: 'user', content: message }] });
    const { data, response } = await call.withResponse();
    user.answers.push(JSON.stringify(data));
    const content = data.choices[0]?.message.content ?? '';
    return { status: response.status, headers: response.headers, content };
  } catch (error) {
    if (!(error instanceof OpenAI.APIError)) throw error;
    const answer = error.error as { message: string };
    user.answers.push(JSON.stringify(answer));
    const { status, headers } = error as { status: number; headers: Headers };
    return { status, headers, sentence: answer.message, content: '' };
  }
}
