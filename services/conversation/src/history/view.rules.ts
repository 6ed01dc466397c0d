/** Bytes of texts that are in memory together while a conversation is read; one alone may have more. */
export const pageBytes = 256 * 1024;
/** So many messages at most, however short. */
export const pageLength = 500;

/** Messages in pages that are small enough to be in memory. */
export function pagesOf<T extends { bytes: number }>(shown: readonly T[]): T[][] {
  const pages: T[][] = [];
  let left = 0;
  for (const each of shown) {
    const page = pages.at(-1);
    if (!page || each.bytes > left || page.length === pageLength) {
      pages.push([each]);
      left = pageBytes - each.bytes;
    } else {
      page.push(each);
      left -= each.bytes;
    }
  }
  return pages;
}
