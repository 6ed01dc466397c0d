import { AiChatServiceDefinition, ChatRole, type ChatTurn, type TurnEvent } from '@polylogue/proto';
import type { Conversation } from './conversation.fixture.js';

export const aiChatOf = (conversation: Conversation) => conversation.client(AiChatServiceDefinition);

/** One turn as a page would request it. */
export const turn = (aiService: string, message: string, known: object = {}) => ({
  sessionId: 'session-1',
  aiService,
  message,
  history: [],
  ...known,
});

export const user = (content: string) => ({ role: ChatRole.USER, content });
export const assistant = (content: string) => ({ role: ChatRole.ASSISTANT, content });

/** Reads a turn in the background. */
export function followTurn(stream: AsyncIterable<TurnEvent>) {
  const seen = { text: '', done: undefined as ChatTurn | undefined };
  const iterator = stream[Symbol.asyncIterator]();
  const ended = (async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      const { event } = next.value;
      if (event?.$case === 'delta') seen.text += event.delta.text;
      if (event?.$case === 'done') seen.done = event.done;
    }
    return seen;
  })();
  ended.catch(() => undefined);
  return { seen, ended, leave: async () => void (await iterator.return?.()) };
}
