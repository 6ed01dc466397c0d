import type { UsageRow, UsageSums } from '@polylogue/proto';

const nothing: UsageSums = {
  calls: 0,
  failures: 0,
  inputTokens: 0,
  outputTokens: 0,
  uncountedCalls: 0,
  reportedMicros: 0,
  estimatedMicros: 0,
  unpricedCalls: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
};
const names = Object.keys(nothing) as (keyof UsageSums)[];

/** What one service did on one day, for all users together. */
export interface DayOfService {
  day: string;
  aiService: string;
  sums: UsageSums;
}

export function sumOf(rows: readonly DayOfService[]): UsageSums {
  return rows.reduce((sum, { sums }) => plus(sum, sums), nothing);
}

/** Rows of one grouping: days in order, services by what they cost. */
export function rowsOf(group: 'day' | 'ai_service', rows: readonly DayOfService[]): UsageRow[] {
  const found = new Map<string, UsageSums>();
  for (const { day, aiService, sums } of rows) {
    const about = group === 'day' ? day : aiService;
    found.set(about, plus(found.get(about) ?? nothing, sums));
  }
  const inOrder = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  if (group === 'day') return inOrder.map(([day, sums]) => ({ day, sums }));
  return inOrder.map(([aiService, sums]) => ({ aiService, sums })).sort((one, other) => byCost(one.sums, other.sums));
}

const costOf = ({ reportedMicros, estimatedMicros }: UsageSums) => reportedMicros + estimatedMicros;
const byCost = (one: UsageSums, other: UsageSums) => costOf(other) - costOf(one) || other.calls - one.calls;
const plus = (one: UsageSums, other: UsageSums) =>
  Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as UsageSums;
