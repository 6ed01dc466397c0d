import type { AnswerOf, createApiKey, getComparison, getConversation } from '@polylogue/api-contract';
import OpenAI from 'openai';
import type { EntryPoint, Seen, Stage, User } from './entry-point.js';

/** The ways of a program that uses OpenAI's own library with what it does by itself, such as trying again. */
export const completionEntryPoints = {
  openai: { title: 'OpenAI endpoint', play: (stage) => complete(stage, readWhole) },
  'openai-stream': { title: 'OpenAI endpoint, streamed', play: (stage) => complete(stage, readStream) },
} satisfies Record<string, EntryPoint>;

const messages = [{ role: 'user' as const, content: 'What do you make of it?' }];

/** What came back: the text, and an error where there was one. */
interface Completion {
  status: number;
  headers?: Headers | undefined;
  content: string;
  error?: string;
}

type Read = (client: OpenAI, model: string, came: Completion) => Promise<void>;

const readWhole: Read = async (client, model, came) => {
  const { data, response } = await client.chat.completions.create({ model, messages }).withResponse();
  Object.assign(came, { status: response.status, headers: response.headers });
  came.content = data.choices[0]?.message.content ?? '';
};

const readStream: Read = async (client, model, came) => {
  const call = client.chat.completions.create({ model, messages, stream: true });
  const { data, response } = await call.withResponse();
  Object.assign(came, { status: response.status, headers: response.headers });
  for await (const chunk of data) came.content += chunk.choices[0]?.delta.content ?? '';
};

async function complete({ user, faulty, breakIt }: Stage, read: Read): Promise<Seen> {
  await breakIt();
  const wanted = { name: faulty, scopes: ['read', 'send'] };
  const { key, apiKey } = await user.must<AnswerOf<typeof createApiKey>>('POST', '/api/account/keys', wanted);
  const client = new OpenAI({ apiKey: key, baseURL: `${user.url}/v1` });
  const came = await completionOf(user, (into) => read(client, `polylogue/${faulty}`, into));
  await user.must('DELETE', `/api/account/keys/${apiKey.id}`);
  const stored = await storedIn(user, came.headers?.get('x-polylogue-broadcast'));
  // Why there is no more of a reply stands after what there is.
  const [, text, reason] = /^(.*)\n\n_(.+)_$/s.exec(came.content) ?? [undefined, came.content];
  return {
    status: came.status,
    sentence: came.error ?? reason,
    text,
    state: stored?.status ?? 'missing',
    storedSentence: stored?.error,
    storedText: stored?.content ?? '',
  };
}

async function completionOf(user: User, read: (into: Completion) => Promise<void>): Promise<Completion> {
  const came: Completion = { status: 0, content: '' };
  try {
    await read(came);
  } catch (error) {
    if (!(error instanceof OpenAI.APIError)) throw error;
    const { status, headers } = error as { status?: number; headers?: Headers };
    // One within a stream has no status of its own.
    Object.assign(came, { status: status ?? came.status, headers: came.headers ?? headers });
    came.error = (error.error as { message: string }).message;
  }
  user.answers.push(came.content, came.error ?? '');
  return came;
}

async function storedIn(user: User, comparison: string | null | undefined) {
  const { conversations } = await user.must<AnswerOf<typeof getComparison>>('GET', `/api/comparisons/${comparison}`);
  const path = `/api/conversations/${conversations[0]?.id}`;
  const { messages: lines } = await user.must<AnswerOf<typeof getConversation>>('GET', path);
  return lines.find(({ role }) => role === 'assistant');
}
