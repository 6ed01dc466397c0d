import type { Backtest, BacktestCase, BacktestEstimate } from '@polylogue/api-contract';

export const id = '0191f0a0-0000-7000-8000-000000000001';
export const service = (name: string) => ({ name, displayName: name.toUpperCase(), color: '#10a37f' });

const share = (figure: number, low: number, high: number) => ({ share: figure, low, high });

export const figures = {
  verdicts: 40,
  wins: 26,
  ties: 8,
  losses: 6,
  inconsistent: 3,
  failed: 2,
  win: share(0.65, 0.5, 0.78),
  tie: share(0.2, 0.1, 0.35),
  loss: share(0.15, 0.07, 0.29),
  score: share(0.75, 0.6, 0.86),
};

export const noFigures = {
  verdicts: 0,
  wins: 0,
  ties: 0,
  losses: 0,
  inconsistent: 0,
  failed: 0,
  win: null,
  tie: null,
  loss: null,
  score: null,
};

/** One that has ended, and found the candidate better. */
export const backtest = (change: Partial<Backtest> = {}): Backtest => ({
  id,
  name: null,
  candidate: { aiService: service('grok'), settings: { temperature: 0.2 } },
  sample: { source: 'tag', tag: 'support', count: 50, suite: null },
  judge: null,
  budget: { usd: 2, calls: 150 },
  status: 'completed',
  pause: null,
  cases: 42,
  ended: 42,
  leftOut: [{ reason: 'media', rounds: 2 }],
  spent: { calls: 126, usd: 0.31, unknown: 0, free: 0 },
  result: {
    ...figures,
    byTag: [
      { tag: 'billing', ...figures, score: share(0.3, 0.15, 0.45) },
      { tag: 'support', ...figures },
    ],
    cost: { answers: 40, baseline: 0.004, candidate: 0.001, saved: 0.003 },
    responseTime: { answers: 41, baseline: 2_000, candidate: 3_000, saved: -1_000 },
    judges: [service('claude')],
    orders: [
      { judge: service('claude'), pairs: 40, first: 2, last: 0, wavering: 1, follows: share(0.05, 0.014, 0.165) },
    ],
  },
  people: null,
  createdAt: '2026-11-21T09:12:00.000Z',
  endedAt: '2026-11-21T09:32:00.000Z',
  ...change,
});

export const lostCase = (change: Partial<BacktestCase> = {}): BacktestCase => ({
  number: 7,
  outcome: 'loss',
  inconsistent: false,
  margin: 5,
  question: '=How do I cancel?',
  tags: ['support'],
  broadcastId: id,
  conversationId: '0191f0a0-0000-7000-8000-000000000002',
  comparisonId: null,
  messageId: id,
  baseline: { aiService: service('gpt'), pinned: true, responseTime: 1_240, cost: 0.004 },
  candidate: { responseTime: 980, cost: null },
  judge: service('claude'),
  comparisons: [
    { first: 'candidate', better: 'baseline', margin: 3, reason: 'The baseline names the page.', error: null },
    { first: 'baseline', better: 'baseline', margin: 2, reason: 'The candidate guesses.', error: null },
  ],
  error: null,
  ...change,
});

export const estimate = (change: Partial<BacktestEstimate> = {}): BacktestEstimate => ({
  rounds: 38,
  leftOut: [
    { reason: 'blind', rounds: 1 },
    { reason: 'media', rounds: 3 },
  ],
  candidate: { aiService: service('grok'), calls: 38, price: 'known', cost: { low: 0.1, high: 0.2, currency: 'USD' } },
  judges: [{ aiService: service('claude'), calls: 76, price: 'free', cost: null }],
  calls: 114,
  cost: { low: 0.1, high: 0.2, currency: 'USD' },
  responseTime: 360_000,
  ...change,
});
