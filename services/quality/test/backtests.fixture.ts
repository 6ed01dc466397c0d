import { randomUUID } from 'node:crypto';
import {
  CostSource,
  EndKind,
  type Backtest,
  type CreateBacktestRequest,
  type DispatchEvent,
  type DispatchRequest,
} from '@polylogue/proto';
import { callerToken, until } from '@polylogue/test-kit';
import { aBroadcast, delta, type About, type Judge, type Quality, type Upstreams } from './quality.fixture.js';

/** The end of a call that cost so much. */
export const endedFor = (amount?: number): DispatchEvent => ({
  event: {
    $case: 'end',
    end: {
      kind: EndKind.COMPLETED,
      totalMs: 400,
      cost: amount === undefined ? undefined : { amount, currency: 'USD', source: CostSource.PROVIDER },
    },
  },
});

/** Replies with this text. */
export const replies = (text: string, amount = 0.002): Judge =>
  async function* () {
    yield await Promise.resolve(delta(text));
    yield endedFor(amount);
  };

/** What a judge is sent between its marks. */
export function comparedIn({ messages }: DispatchRequest) {
  const user = messages[1]?.content ?? '';
  const between = (name: string) => new RegExp(`<${name}-([0-9a-f]{32})>\\n(.*)\\n</${name}-\\1>`, 's').exec(user)?.[2];
  return {
    question: between('question'),
    first: between('first'),
    second: between('second'),
    earlier: between('earlier'),
  };
}

type Side = 'first' | 'second' | 'tie';

/** Compares two texts and says which is better. */
export const compares = (better: (first: string, second: string) => Side, margin = 2): Judge =>
  async function* (request) {
    const { first = '', second = '' } = comparedIn(request);
    const said = { reason: '[1] is other than [2].', better: better(first, second), margin };
    yield await Promise.resolve(delta(JSON.stringify(said)));
    yield endedFor(0.001);
  };

/** The one with the better word wins, wherever it stands. */
export const prefers = (word: string, margin?: number): Judge =>
  compares((first, second) => {
    if (first.includes(word) === second.includes(word)) return 'tie';
    return first.includes(word) ? 'first' : 'second';
  }, margin);

/** Begins its reply and never ends it. */
export const neverEnds: Judge = async function* () {
  yield delta('Well');
  await new Promise(() => {});
};

/** A user with so many rounds, and what they do with backtests. */
export function aHistory(upstreams: Upstreams, quality: Pick<Quality, 'backtests'>) {
  const userId = randomUUID();
  const asUser = { callerToken: callerToken({ userId }) };
  const round = (known: Record<string, string | null>, about: About = {}) =>
    aBroadcast(upstreams, known, { ...about, userId }).broadcastId;
  const wanted = (more: Partial<CreateBacktestRequest> = {}): CreateBacktestRequest => ({
    candidate: { aiService: 'cand', settings: undefined },
    sample: { source: 'newest', count: 100 },
    budget: { calls: 300 },
    peopleCompare: false,
    ...more,
  });
  const begin = (more?: Partial<CreateBacktestRequest>) => quality.backtests.createBacktest(wanted(more), asUser);
  const get = (id: string) => quality.backtests.getBacktest({ id }, asUser);
  const is = (id: string, status: string) =>
    until(async () => (await get(id)).status === status, { what: `the backtest to be ${status}` });
  const ended = async (more?: Partial<CreateBacktestRequest>): Promise<Backtest> => {
    const { id } = await begin(more);
    await is(id, 'completed');
    return get(id);
  };
  const cases = async (id: string) =>
    (await quality.backtests.listBacktestCases({ id, after: 0, limit: 50, withAnswers: false }, asUser)).cases;
  return { userId, asUser, round, wanted, begin, get, is, ended, cases };
}
