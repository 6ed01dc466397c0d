import { stringify } from 'csv-stringify/sync';

/** A byte order mark: spreadsheets take the file for another encoding without it. */
export const csvMark = '\uFEFF';

// The library quotes the record's own end only, and readers take any line break for one.
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  stringify([...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });

/** Text that no spreadsheet takes for a formula: what could be one begins with an apostrophe. */
export function defused(text: string): string {
  const clean = text.replaceAll('\0', '\uFFFD');
  return /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(clean) || text.startsWith('\0') ? `'${clean}` : clean;
}
