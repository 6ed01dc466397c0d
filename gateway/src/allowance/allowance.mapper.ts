import type { OwnAllowance } from '@polylogue/api-contract';
import type { Allowance } from '@polylogue/proto';
import { currency, dollarsOf } from '../usage/dollars.rules.js';

export function toOwnAllowance(allowance: Allowance): OwnAllowance {
  const { day, calls, unpricedCalls, exhausted, budgetMicros, budgetTokens } = allowance;
  return {
    day,
    calls,
    unpricedCalls,
    exhausted,
    resetsAt: new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString(),
    cost: {
      spent: dollarsOf(allowance.spentMicros),
      reserved: dollarsOf(allowance.reservedMicros),
      budget: budgetMicros === undefined ? null : dollarsOf(budgetMicros),
      currency,
    },
    tokens: { spent: allowance.spentTokens, reserved: allowance.reservedTokens, budget: budgetTokens ?? null },
  };
}
