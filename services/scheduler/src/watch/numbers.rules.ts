/** A number in a text, with what it counts. */
export interface Figure {
  value: number;
  unit: string;
}

const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
};
const units: Record<string, string> = {
  $: 'usd',
  usd: 'usd',
  dollar: 'usd',
  dollars: 'usd',
  us$: 'usd',
  '€': 'eur',
  eur: 'eur',
  euro: 'eur',
  euros: 'eur',
  '£': 'gbp',
  gbp: 'gbp',
  pounds: 'gbp',
  '%': '%',
  percent: '%',
};
const shape =
  /(us\$|[$€£])?\s?((?:\d{1,3}(?:[,\u00a0\u202f ]\d{3})+|\d+)(?:\.\d+)?)\s?(thousand|million|billion|bn|[kmb](?![\p{L}\d]))?[\s-]?([%€£]|\p{L}+)?/giu;

/** Digits within a name, such as GPT-5 or v2, count nothing. */
const isPartOfName = (text: string, at: number) => /[\p{L}\d_.]$|\p{L}-$/u.test(text.slice(0, at));

/** The numbers of a text, as numbers: 1,500 USD, $1.5k and 1500 dollars are the same. */
export function figuresIn(text: string): Figure[] {
  return [...text.matchAll(shape)].flatMap((found) => {
    const [all, before, digits = '', scale, after] = found;
    const at = found.index + all.search(/\d/);
    if (before === undefined && isPartOfName(text, at)) return [];
    const value = Number(digits.replaceAll(/[,\s\u00a0\u202f]/g, '')) * (scales[scale?.toLowerCase() ?? ''] ?? 1);
    return [{ value, unit: unitOf(before ?? after) }];
  });
}

function unitOf(word: string | undefined): string {
  const known = word?.toLowerCase() ?? '';
  return units[known] ?? known.replace(/(?<=\p{L}{2})s$/u, '');
}

/** Rounding is no change. */
const isSame = (one: number, other: number) => Math.abs(one - other) < 0.005 * Math.max(Math.abs(one), Math.abs(other));
const isEqual = (one: number, other: number) => one === other || isSame(one, other);

/**
 * Whether a passage gives another number than a claim that has one: a number of the same unit, and none that is equal. Years and
 * other bare numbers only where neither has a second number that could be meant.
 */
export function hasOtherNumber(claim: string, passage: string): boolean {
  const claimed = figuresIn(claim);
  const [only] = claimed;
  if (!only || claimed.length > 1) return false;
  const alike = figuresIn(passage).filter(({ unit }) => unit === only.unit);
  if (alike.length === 0 || (only.unit === '' && alike.length > 1)) return false;
  return alike.every(({ value }) => !isEqual(value, only.value));
}
