import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import {
  createSavedQuery,
  executeSavedQuery,
  getJudging,
  getSavedQuery,
  listQualityAssessments,
  pathOf,
  runQualityAssessment,
  type AnswerOf,
  type QualityAssessment,
} from '@polylogue/api-contract';
import { fakeAi, until, type FakeAi } from '@polylogue/test-kit';
import { signUp } from '../src/account.js';
import { Api } from '../src/api.js';
import { startProduct, type Product } from '../src/product.js';
import { scriptedServices } from '../src/scripted-services.js';

// Both sides of a connection ping each other while it drains, and replies outlast that: those of a minute with the
// product's own interval, those of seconds with a short one.
const isFull = process.env['TEST_FULL'] === '1';
const replySeconds = isFull ? 60 : 4;
const quickKeepalive = `--import ${new URL('../src/quick-keepalive.js', import.meta.url).href}`;

const slowly = (chunks: string[]) => ({ chunks, delayMs: (replySeconds * 1000) / chunks.length });
const words = Array.from({ length: 40 }, (_, index) => `word-${index} `);
const part = { score: 80, reason: 'It holds.' };
const verdict = { bias: part, safety: part, accuracy: part, adherence: part, analysis: words.join('') };

jest.setTimeout(120_000 + replySeconds * 2_000);

let vendor: FakeAi;
let product: Product;
let api: Api;
/** Settles when the service that a test ended runs again. */
let successor: Promise<unknown> | undefined;

beforeAll(async () => {
  vendor = await fakeAi();
  product = await startProduct({
    separate: true,
    aiServices: scriptedServices(vendor, { slow: 'text', quick: 'text' }),
    env: {
      DRAIN_SECONDS: String(replySeconds + 30),
      QUALITY_MODE: 'manual',
      ...(isFull ? {} : { NODE_OPTIONS: quickKeepalive }),
    },
  });
  api = new Api(product.url, await signUp(product.url));
});

afterAll(async () => {
  await product?.stop();
  await vendor?.close();
});

// The others find a service that was started again within seconds.
beforeEach(async () => {
  const works = () =>
    sendTo(['quick']).then(
      ({ failed }) => failed === 0,
      () => false,
    );
  await until(works, { timeoutMs: 60_000, what: 'a product that replies' });
});

afterEach(() => successor);

/** Sends a message and reads the replies to their ends; `onText` is called with the first text. */
async function sendTo(selectedAIs: string[], onText?: () => void) {
  const read = { broadcastId: '', conversationIds: [] as string[], text: '', failed: 0, isDone: false };
  for await (const { event, data } of api.send({ message: 'Count slowly.', selectedAIs, mode: 'selective' })) {
    if (event === 'accepted') {
      read.broadcastId = data.broadcastId;
      read.conversationIds = data.targets.map(({ conversationId }) => conversationId);
    }
    if (event === 'delta' && read.text === '') onText?.();
    if (event === 'delta') read.text += data.text;
    if (event === 'reply' && !data.success) read.failed += 1;
    if (event === 'done') read.isDone = true;
  }
  return read;
}

/** How often the slow service was called since. */
function countCalls() {
  const before = vendor.requestsFor('slow').length;
  return () => vendor.requestsFor('slow').length - before;
}

/** Ends a service as a rollout does. */
function terminate(name: string): void {
  const service = product.processes[name]!;
  const { pid } = service;
  service.kill('SIGTERM');
  const port = product.environment[`${name.replaceAll('-', '_').toUpperCase()}_HEALTH_PORT`];
  const isReady = async () =>
    service.pid !== pid &&
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const timeoutMs = 60_000 + replySeconds * 1000;
  successor = until(isReady, { timeoutMs, what: `another ${name}` });
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await api.fetch(method, path, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}

it(`a saved query whose run takes ${replySeconds} s outlives the SIGTERM of scheduler`, async () => {
  vendor.replies('slow', slowly(words));
  const query = { title: 'Slow', content: 'Count slowly.', selectedAiServices: ['slow'] };
  const { id } = await request<AnswerOf<typeof createSavedQuery>>('POST', createSavedQuery.path, query);
  const calls = countCalls();
  await request('POST', pathOf(executeSavedQuery.path, { id: String(id) }), {});
  await until(() => calls() === 1, { what: 'the call of the slow service' });
  terminate('scheduler');
  await successor;
  const details = () => request<AnswerOf<typeof getSavedQuery>>('GET', pathOf(getSavedQuery.path, { id: String(id) }));
  const { executions } = await until(async () => {
    const found = await details().catch(() => undefined);
    return found?.executions[0]?.status === 'running' ? undefined : found;
  });
  expect(executions.map(({ status, results }) => [status, results.map(({ response }) => response)])).toEqual([
    ['completed', [words.join('')]],
  ]);
  expect(calls()).toBe(1);
});

it(`a verdict that takes ${replySeconds} s outlives the SIGTERM of quality`, async () => {
  vendor.replies('slow', 'A few words.');
  const { broadcastId, conversationIds } = await sendTo(['slow', 'quick']);
  // A request that comes before the decision not to judge by itself is not taken up.
  const judging = () => request<AnswerOf<typeof getJudging>>('GET', pathOf(getJudging.path, { id: broadcastId }));
  await until(async () => (await judging()).state === 'skipped', { what: 'the decision not to judge by itself' });
  vendor.replies('slow', slowly(JSON.stringify(verdict).match(/.{1,20}/g)!));
  const calls = countCalls();
  await request('POST', runQualityAssessment.path, { broadcastId });
  await until(() => calls() === 1, { what: 'the call of the judge' });
  terminate('quality');
  await successor;
  const verdicts = async () => {
    const lists = conversationIds.map((id) =>
      request<QualityAssessment[]>('GET', pathOf(listQualityAssessments.path, { id })),
    );
    return (await Promise.all(lists)).flat().filter(({ assessorServiceId }) => assessorServiceId === 'slow');
  };
  const found = await until(async () => (await verdicts().catch(() => []))[0], { what: 'the verdict' });
  expect(found).toMatchObject({ status: 'completed', analysis: verdict.analysis.trim() });
  expect(calls()).toBe(1);
});

it.each(['admin', 'gateway', 'conversation', 'ai-dispatch'])(
  `a reply of ${replySeconds} s outlives the SIGTERM of %s`,
  async (name) => {
    vendor.replies('slow', slowly(words));
    const calls = countCalls();
    const read = await sendTo(['slow'], () => terminate(name));
    await successor;
    expect(read).toMatchObject({ text: words.join(''), failed: 0, isDone: true });
    expect(calls()).toBe(1);
    const conversations = await until(() => api.conversations().catch(() => undefined), { what: 'the conversations' });
    const stored = conversations.find(({ id }) => id === read.conversationIds[0]);
    expect(stored?.messages.at(-1)).toMatchObject({ content: words.join(''), status: 'completed' });
  },
);
