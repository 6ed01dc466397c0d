import type { Generation, Message } from '@polylogue/api-contract';
import { money, moneyRange } from '../formatting/money.js';

/** The model that was requested. */
export const modelOf = (generation: Generation | undefined): string => generation?.model || 'not recorded';

/** The model as a figure beside others: what the provider says answered, else what was requested. */
export const modelFigure = (generation: Generation | undefined): string | undefined =>
  generation && (generation.responseModel || generation.model || undefined);

/** What a reply was expected to cost beside what it came to: `$0.03–0.09, came to $0.05`; undefined where none was made. */
export function estimateFigure(generation: Generation | undefined, cost: Message['cost']): string | undefined {
  const { estimate } = generation ?? {};
  if (!estimate) return undefined;
  const expected = moneyRange(estimate.low, estimate.high, estimate.currency);
  return cost ? `${expected}, came to ${money(cost.amount, cost.currency)}` : expected;
}

/** What stands in place of a reply, or a summary, that came to its end without a word or anything else. */
export const emptySentence = (
  { status, text, media = [] }: { status: string; text: string; media?: readonly unknown[] | undefined },
  what = 'reply',
): string | undefined =>
  status === 'completed' && text.trim() === '' && media.length === 0 ? `The ${what} is empty.` : undefined;
