import { describe, expect, test } from '@jest/globals';
import type { Conversation } from '@polylogue/api-contract';
import { fakeAi, until, type FakeAi } from '@polylogue/test-kit';
import { setScene } from '../src/scene.js';

// The provider's reply, sent slowly enough for a kill in the middle.
const words = Array.from({ length: 400 }, (_, index) => `word-${index} `);
const names = ['one', 'two', 'three', 'four', 'five', 'six'];
const colors = ['#097C56', '#036EAE', '#AC430E', '#487906', '#8C47A0', '#AA3A62'];
const terminal = new Set(['completed', 'failed', 'interrupted', 'cancelled']);

const repliesOf = (conversations: readonly Conversation[]) =>
  conversations.flatMap(({ messages }) => messages.filter(({ role }) => role === 'assistant'));

describe.each([
  { victim: 'ai-dispatch', separate: true },
  { victim: 'conversation', separate: true },
  { victim: 'gateway', separate: true },
  { victim: 'servers', separate: false },
])('kill -9 of $victim during a broadcast, one process per slice: $separate', ({ victim, separate }) => {
  let vendor: FakeAi;
  const scene = setScene(async (keep) => {
    vendor = keep(await fakeAi());
    for (const name of names) vendor.replies(name, { chunks: words, delayMs: 10 });
    return {
      separate,
      // Leases of a killed process expire sooner than the usual 20 s.
      env: { CONVERSATION_LEASE_SECONDS: '6', CONVERSATION_HEARTBEAT_SECONDS: '1' },
      aiServices: names.map((name, index) => ({
        name,
        displayName: `Service ${name}`,
        color: colors[index],
        category: 'text',
        provider: 'openai-compatible',
        model: name,
        baseUrl: vendor.url,
        apiKey: 'not-a-key',
      })),
    };
  });

  test('loses no message, doubles no reply, leaves none unfinished, stores a prefix of what was sent', async () => {
    const api = scene.apiOf(await scene.signUp());
    const message = `Please survive the end of ${victim}.`;
    const seen = new Map<string, number>();
    let killed = false;
    const reading = (async () => {
      for await (const { event, data } of api.send({ message, selectedAIs: names, mode: 'broadcast' })) {
        if (event === 'delta') seen.set(data.aiService, (seen.get(data.aiService) ?? 0) + data.text.length);
      }
    })().catch((error: unknown) => {
      if (!killed) throw error;
    });
    const begun = until(() => seen.size === names.length, { what: 'text of every service' });
    await Promise.race([begun, reading.then(() => begun)]);
    killed = true;

    scene.product.processes[victim]!.kill('SIGKILL');
    await reading;

    const conversations = await until(
      async () => {
        const found = await api.conversations().catch(() => []);
        const replies = repliesOf(found);
        return replies.length > 0 && replies.every(({ status }) => terminal.has(status)) ? found : undefined;
      },
      { timeoutMs: 60_000, what: 'the end of every reply' },
    );

    expect(conversations.map(({ aiService }) => aiService.name).sort()).toEqual([...names].sort());
    for (const { messages } of conversations) {
      expect(messages.map(({ role, content }) => (role === 'user' ? content : role))).toEqual([message, 'assistant']);
    }
    const whole = words.join('');
    for (const { content } of repliesOf(conversations)) expect(whole.startsWith(content)).toBe(true);
    expect(vendor.requests.length).toBeGreaterThan(0);
  });
});
