import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

/** @param {unknown} value @returns {boolean} as Go's templates see it */
export function isTrue(value) {
  if (value && typeof value === 'object') return Object.keys(value).length > 0;
  return Boolean(value);
}

/** @param {unknown} value @returns {unknown} with the keys of every map in their order, as Go prints them */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (!value || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

/** @param {string} text @returns {string} as Go writes JSON, so that it could stand in HTML */
const inHtml = (text) => text.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** @param {string} format @param {unknown[]} values */
function printf(format, values) {
  const rest = [...values];
  return format.replace(/%./g, (verb) => {
    if (verb !== '%s' || rest.length === 0) throw new Error(`printf has nothing for ${verb} here.`);
    return String(rest.shift());
  });
}

/** @param {string} sentence @param {unknown} value */
function required(sentence, value) {
  if (value === '' || value === undefined || value === null) throw new Error(sentence);
  return value;
}

/** Helm's functions by their names, those of them that the chart uses. @type {Record<string, (...args: any[]) => unknown>} */
export const functions = {
  default: (other, value) => (isTrue(value) ? value : other),
  not: (value) => !isTrue(value),
  quote: (value) => JSON.stringify(String(value)),
  replace: (from, to, text) => text.replaceAll(from, to),
  index: (holder, key) => holder[key],
  splitList: (separator, text) => text.split(separator),
  cat: (...values) => values.join(' '),
  toJson: (value) => inHtml(JSON.stringify(sorted(value))),
  toYaml: (value) => stringify(sorted(value), { version: '1.1', lineWidth: 0 }).trimEnd(),
  nindent: (spaces, text) => `\n${text.replace(/^/gm, ' '.repeat(spaces))}`,
  sha256sum: (text) => createHash('sha256').update(text).digest('hex'),
  printf: (format, ...values) => printf(format, values),
  required,
};
