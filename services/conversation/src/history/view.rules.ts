/** Bytes of texts that are in memory together while a conversation is read; one alone may have more. */
export const pageBytes = 256 * 1024;
/** Short ones are many. */
export const pageLength = 500;

/** What is shown, in pages that are short enough to be in memory. */
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
