export const currency = 'USD';

/** `1234567` as "1.234567", without going through floating point. */
export function decimalOf(micros: number): string {
  const digits = String(micros).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -6) : `${digits.slice(0, -6)}.${fraction}`;
}

/** An amount of dollars, to the nearest millionth. */
export const microsOf = (dollars: number): number => Math.round(dollars * 1_000_000);

/** For JSON, where an amount is a number of dollars. */
export const dollarsOf = (micros: number): number => Number(decimalOf(micros));
