import { beforeEach, expect, it } from '@jest/globals';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { ProviderError } from '../providers/provider.errors.js';
import type { Provider, ReplyPart } from '../providers/provider.js';
import type { CallResult, Order } from './call.js';
import type { GuardsService } from './guards.service.js';
import { RepliesService } from './replies.service.js';

const entry = {
  name: 'sage',
  displayName: 'Sage',
  timeouts: { connectMs: 1_000, firstTokenMs: 10_000, gapMs: 10_000, totalMs: 10_000 },
} as AiServiceEntry;
const guards = {
  enter: () => Promise.resolve(() => undefined),
  tryOpen: <T>(_entry: AiServiceEntry, begin: () => Promise<T>) => begin(),
} as unknown as GuardsService;

let asked: string[][];
let finish: (part: ReplyPart) => void;

beforeEach(() => {
  asked = [];
});

/** Fails at first as a vendor under load does, then begins a reply and holds it open. */
const provider: Provider = {
  async *stream({ messages }) {
    asked.push(messages.map(({ content }) => content));
    if (asked.length === 1) throw new ProviderError('overloaded', 503, 0);
    const rest = new Promise<ReplyPart>((resolve) => (finish = resolve));
    yield { type: 'text', text: 'Once' };
    yield await rest;
  },
  probe: () => Promise.resolve('connected'),
};

it('keeps the thread until the reply has begun, and no longer: a retry sends it again, nothing later does', async () => {
  const messages = [{ role: 'user', content: 'Tell me a story' }] as const;
  const order = { entry, provider, messages, settings: {}, warnings: [], remainingMs: 10_000 } as Order;
  const replies = new RepliesService(guards, () => 0);
  let ending: Promise<CallResult> | undefined;
  const text = await new Promise<string>((resolve) => {
    ending = replies.fetch(order, resolve, new AbortController());
  });
  expect(text).toBe('Once');
  expect(asked).toEqual([['Tell me a story'], ['Tell me a story']]);
  expect(order.messages).toEqual([]);
  finish({ type: 'end', stopReason: 'stop' });
  expect(await ending).toMatchObject({ outcome: 'completed', attempts: 2 });
});
