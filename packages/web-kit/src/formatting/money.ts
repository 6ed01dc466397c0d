/** Whole cents from a dollar on, as many places as a small amount needs to be more than nothing: `$12.35`, `$0.0012`. */
export const money = (amount: number, currency = 'USD'): string => formatOf(amount, currency).format(amount);

/** `$0.03–0.09`; one amount where both read the same. */
export function moneyRange(low: number, high: number, currency = 'USD'): string {
  const [from, to] = [money(low, currency), money(high, currency)];
  if (from === to) return to;
  const bare = formatOf(high, currency).formatToParts(high);
  return `${from}–${bare.flatMap(({ type, value }) => (type === 'currency' ? [] : [value])).join('')}`;
}

function formatOf(amount: number, currency: string): Intl.NumberFormat {
  const places = amount > 0 && amount < 1 ? Math.max(2, 1 - Math.floor(Math.log10(amount))) : 2;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: Math.min(places, 10) });
}
