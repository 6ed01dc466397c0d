import type { UsageSums } from '@polylogue/api-contract';
import type { UsageSums as ProtoSums } from '@polylogue/proto';
import { currency, dollarsOf } from './dollars.rules.js';

const none: ProtoSums = {
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

export function toSums(sums: ProtoSums = none): UsageSums {
  const { reportedMicros, estimatedMicros, ...counts } = sums;
  const cost = {
    amount: dollarsOf(reportedMicros + estimatedMicros),
    reported: dollarsOf(reportedMicros),
    estimated: dollarsOf(estimatedMicros),
    currency,
  };
  return { ...counts, cost };
}
