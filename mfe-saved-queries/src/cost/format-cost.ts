import type { ExecutionResult } from '@polylogue/api-contract';
import { money } from '@polylogue/web-kit';

/** '≈ $0.0012' where it is an estimate. */
export function formatCost({ amount, currency, source }: NonNullable<ExecutionResult['cost']>): string {
  return `${source === 'estimate' ? '≈ ' : ''}${money(amount, currency)}`;
}
