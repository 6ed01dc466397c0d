import { grouped, limits } from '@polylogue/api-contract';

/** What was typed as an amount of dollars, `1`, `$0.50`, `1,000`; or why it is none. */
export function readAmount(text: string): { amount: number } | { fault: string } {
  const typed = text.trim().replace(/^\$\s*/, '');
  if (typed === '') return { fault: 'Enter an amount, or choose never.' };
  const amount = /^\d{1,3}(,\d{3})*(\.\d*)?$|^\d+(\.\d*)?$/.test(typed) ? Number(typed.replaceAll(',', '')) : NaN;
  if (Number.isNaN(amount)) return { fault: 'Enter an amount in dollars, such as 1 or 0.50.' };
  if (amount > limits.askAbove) return { fault: `Enter at most $${grouped(limits.askAbove)}.` };
  return { amount };
}
