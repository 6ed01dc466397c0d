import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import type {
  AnswerOf,
  createBacktest,
  getBacktest,
  getBacktestCase,
  listBacktestCases,
} from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Account } from '../src/account.js';
import { shareScene } from '../src/scene.js';

type Backtest = AnswerOf<typeof getBacktest>;

const scene = shareScene();
let owner: Account;

beforeAll(async () => {
  // The first account is the administrator's.
  await scene.signUp('Ada');
  owner = await scene.signUp('Bea');
  await scene.approve(owner);
});

async function read<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
  const answer = await scene.apiOf(owner).fetch(method, path, body, headers);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}

async function tested(aiService: string): Promise<Backtest> {
  const wanted = { candidate: { aiService }, sample: { source: 'newest' } };
  const estimate = await read<{ rounds: number }>('POST', '/api/backtests/estimate', wanted);
  expect(estimate.rounds).toBe(2);
  const budget = { usd: null, calls: 300 };
  const { id } = await read<AnswerOf<typeof createBacktest>>('POST', '/api/backtests', { ...wanted, budget });
  const get = () => read<Backtest>('GET', `/api/backtests/${id}`);
  await until(async () => (await get()).status === 'completed', { timeoutMs: 60_000 });
  return get();
}

test('a candidate is compared on one’s own rounds, and against itself comes out even', async () => {
  for (const message of ['What is 17 * 3?', 'Name five planets.']) {
    const sent = { message, selectedAIs: ['demo-brief'], mode: 'individual' };
    await read('POST', '/api/send-message', sent);
  }
  const itself = await tested('demo-brief');
  expect(itself).toMatchObject({ cases: 2, ended: 2, spent: { calls: 6 } });
  expect(itself.result).toMatchObject({ verdicts: 2, ties: 2, inconsistent: 0, failed: 0, score: { share: 0.5 } });
  const other = await tested('demo-contrarian');
  expect(other.result).toMatchObject({ verdicts: 2, failed: 0 });
  // Demo services are free, which is no cost that nobody knows.
  expect(other.result.cost).toEqual({ answers: 2, baseline: 0, candidate: 0, saved: 0 });
  const { cases } = await read<AnswerOf<typeof listBacktestCases>>('GET', `/api/backtests/${other.id}/cases`);
  expect(cases.map(({ question }) => question)).toEqual(['Name five planets.', 'What is 17 * 3?']);
  expect(cases.every(({ comparisons }) => comparisons.length === 2)).toBe(true);
  const one = await read<AnswerOf<typeof getBacktestCase>>('GET', `/api/backtests/${other.id}/cases/2`);
  expect(one.texts.question).toBe('What is 17 * 3?');
  expect(one.texts.candidate).not.toBe('');
});
