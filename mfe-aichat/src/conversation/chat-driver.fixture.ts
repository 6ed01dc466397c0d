import type { AiChatAnswer, AiChatEvent, AiChatSession } from '@polylogue/api-contract';
import { ApiError } from '@polylogue/web-kit';
import type { SessionBody, TurnBody } from './ai-chat.api.js';
import { ChatDriver, type ChatWorld, type Notice } from './chat-driver.js';
import { ChatStore } from './chat-store.js';
import type { Talk } from './conversation.state.js';

/** What the server does with one turn. */
export type Script = (body: TurnBody, key: string) => AsyncIterable<AiChatEvent>;

export const side = (aiService: string, name: string) => ({ aiService, name, color: '#097C56', chosen: {} });
export const aTalk = (known: Partial<Talk> = {}): Talk => ({
  sides: [side('gpt', 'GPT'), side('claude', 'Claude')],
  turnLimit: 3,
  ...known,
});

export const answer = (known: Partial<AiChatAnswer> = {}): AiChatEvent => {
  const status = known.status ?? 'completed';
  const data = { success: status === 'completed', status, sessionId: 's', turnId: 't', ...known };
  return { event: 'done', id: '', data };
};
export const text = (piece: string): AiChatEvent => ({ event: 'delta', id: '', data: { text: piece } });

/** Says something new at each turn. */
export const talks: Script = async function* ({ aiService }, key) {
  yield text('I am ');
  yield answer({ response: `I am ${aiService} in ${key}`, responseTime: 5 });
};

export const lost = () => new ApiError('Connection failed', { status: 0 });

/** A driver with a world of its own: pauses last until the test ends them. */
export function startDriver(script: Script = talks) {
  const world = { script, waits: [] as { ms: number; over: () => void }[], ids: 0, isAway: false };
  const sent: { body: TurnBody; key: string }[] = [];
  const summed: string[] = [];
  const saved: SessionBody[] = [];
  const notices: Notice[] = [];
  const cancels: string[] = [];
  const calls: ChatWorld['calls'] = {
    send: (body, key) => {
      sent.push({ body, key });
      return world.script(body, key) as ReturnType<ChatWorld['calls']['send']>;
    },
    summarize: (sessionId, aiService) => {
      summed.push(aiService);
      return world.script({ aiService, sessionId, message: '' }, 'sum') as ReturnType<ChatWorld['calls']['send']>;
    },
    cancel: (sessionId) => {
      cancels.push(sessionId);
      return Promise.resolve({ cancelled: 1 });
    },
    save: (_id, body) => {
      if (world.isAway) return Promise.reject(lost());
      saved.push(body);
      return Promise.resolve({});
    },
    read: () => Promise.reject(new Error('nothing is read here')) as Promise<AiChatSession>,
  };
  const store = new ChatStore((paint) => paint());
  const driver = new ChatDriver(store, {
    calls,
    notify: (notice) => notices.push(notice),
    newId: () => `id-${(world.ids += 1)}`,
    now: () => 1_000,
    random: () => 0.5,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        world.waits.push({ ms, over: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
  });
  /** Everything that can happen without a pause has happened. */
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const pass = async () => {
    world.waits.shift()?.over();
    await settle();
  };
  return { world, store, driver, sent, summed, saved, notices, cancels, settle, pass };
}
