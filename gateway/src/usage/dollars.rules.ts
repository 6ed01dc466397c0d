export const currency = 'USD';

/** `1234567` as "1.234567", without going through floating point. */
export function decimalOf(micros: number): string {
  const digits = String(micros).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -6) : `${digits.slice(0, -6)}.${fraction}`;
}

/** For JSON, where an amount is a number of dollars. */
export const dollarsOf = (micros: number): number => Number(decimalOf(micros));

/** An amount of dollars that comes in, to the nearest millionth; no more than Postgres and JavaScript can count. */
export const microsOf = (dollars: number): number => Math.min(Math.round(dollars * 1_000_000), Number.MAX_SAFE_INTEGER);
