import {
  serviceOf,
  type CallEstimate,
  type CostEstimate,
  type PlannedCall,
  type PreviewJudgingResponse,
} from '@polylogue/proto';

interface Range {
  low: number;
  high: number;
}

/** What one who may judge would be asked: so many verdicts, each of this size. */
export interface PlannedVerdicts {
  count: number;
  call: PlannedCall;
}

/**
 * What each service that may judge would be sent: of every reply but its own one call, with the question.
 * @param names what was asked for; `estimates` and `threads` are of their services, in this order.
 * @param question bytes of the message, without its documents and with all of them.
 * @param threads bytes of what each was sent before: its judges read that, too.
 */
export function verdictsOf(
  {
    judges,
    promptBytes = 0,
    maxQuestionBytes = Infinity,
    maxReplyBytes = Infinity,
    repeats = 1,
  }: PreviewJudgingResponse,
  names: readonly string[],
  estimates: readonly CallEstimate[],
  question: Range,
  threads: readonly number[] = [],
): PlannedVerdicts[] {
  const asked = clipped(question, maxQuestionBytes);
  return judges.flatMap((judge) => {
    const replies = estimates.flatMap(({ answerLowBytes: low = 0, answerHighBytes: high = 0 }, index) => {
      const before = threads[index] ?? 0;
      const isOwn = serviceOf(names[index] ?? '') === judge;
      return isOwn ? [] : clipped({ low: low + before, high: high + before }, maxReplyBytes);
    });
    if (replies.length === 0) return [];
    const reply = { low: meanOf(replies.map(({ low }) => low)), high: meanOf(replies.map(({ high }) => high)) };
    const bytes = promptBytes + asked.low + reply.low;
    const fileBytes = asked.high - asked.low + reply.high - reply.low;
    return { count: replies.length * repeats, call: { aiService: judge, bytes, fileBytes, hasSchema: true } };
  });
}

/**
 * All verdicts together: which of those who may judge will is drawn later, so it is from the cheapest to the dearest of
 * them. Undefined where no price is known.
 */
export function costOfVerdicts(
  verdicts: readonly PlannedVerdicts[],
  estimates: readonly CallEstimate[],
  judgeCount: number,
): CostEstimate | undefined {
  const costs = verdicts.flatMap(({ count }, index) => {
    const { cost } = estimates[index] ?? {};
    return cost ? { low: cost.lowMicros * count, high: cost.highMicros * count } : [];
  });
  if (costs.length === 0) return undefined;
  const ascending = (values: number[]) => values.sort((one, other) => one - other);
  const lows = ascending(costs.map(({ low }) => low)).slice(0, judgeCount);
  const highs = ascending(costs.map(({ high }) => high)).slice(-judgeCount);
  return { lowMicros: sumOf(lows), highMicros: sumOf(highs) };
}

const clipped = ({ low, high }: Range, max: number): Range => ({ low: Math.min(low, max), high: Math.min(high, max) });
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]) => Math.ceil(sumOf(values) / values.length);
