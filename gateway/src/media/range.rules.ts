/** A part of a file: from this byte, so many. */
export interface Part {
  from: number;
  length: number;
}

/**
 * The one part a `Range` header requests; undefined for the whole file, which is also what answers several parts at once
 * or a header that cannot be read (RFC 9110 allows both). `outside`: there is no such part.
 *
 * By hand: `req.range` of Express (range-parser 1.3) takes the last 1000 bytes of a shorter file for a part that is not
 * there, where RFC 9110 (14.1.2) means the whole file, and answers `20-10` with 416 instead of ignoring it.
 */
export function partOf(header: string | undefined, size: number): Part | undefined | 'outside' {
  const requested = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = requested ?? [];
  if (!requested || (first === '' && last === '')) return undefined;
  if (first === '') return suffix(Number(last), size);
  const from = Number(first);
  const until = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return undefined;
  return from >= size ? 'outside' : { from, length: until - from + 1 };
}

function suffix(length: number, size: number): Part | 'outside' {
  const some = Math.min(length, size);
  return some === 0 ? 'outside' : { from: size - some, length: some };
}

/** Whether one of the tags of an `If-None-Match` header is this one. */
export function hasTag(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
