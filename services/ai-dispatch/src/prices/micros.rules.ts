/** Money in whole millionths of a dollar. Sums of fractions in floating point drift; sums of whole numbers do not. */
export type Micros = number;

export const currency = 'USD';

/** A decimal such as "1.75", 0.00042 or 1.5e-7 in micros, halves rounded up; undefined for what is no amount. */
export function toMicros(decimal: string | number): Micros | undefined {
  const found = /^(\d{1,12})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(String(decimal).trim());
  if (!found) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = found;
  const digitsToMove = 6 + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const micros =
    digitsToMove >= 0 ? digits * 10n ** BigInt(digitsToMove) : divideRounded(digits, 10n ** BigInt(-digitsToMove));
  return micros <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(micros) : undefined;
}

/** For the edges, where an amount is a number of dollars. */
export const fromMicros = (micros: Micros): number => Number(decimalOf(micros));

/** `1234567` as "1.234567", without going through floating point. */
export function decimalOf(micros: Micros): string {
  const digits = String(micros).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -6) : `${digits.slice(0, -6)}.${fraction}`;
}

/** What a number of tokens costs at so many micros per million. */
export interface TokenPrice {
  /** Micros per million tokens. */
  input: Micros;
  output: Micros;
}

const million = 1_000_000n;

/** Halves rounded up, once for both directions together. */
export function costOfTokens(price: TokenPrice, inputTokens: number, outputTokens: number): Micros {
  const parts = BigInt(inputTokens) * BigInt(price.input) + BigInt(outputTokens) * BigInt(price.output);
  const cost = divideRounded(parts, million);
  return Number(cost <= BigInt(Number.MAX_SAFE_INTEGER) ? cost : BigInt(Number.MAX_SAFE_INTEGER));
}

const divideRounded = (value: bigint, by: bigint): bigint => (value * 2n + by) / (by * 2n);
