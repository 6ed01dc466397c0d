/** The rows of a CSV by the names of their columns. */
export function recordsOf(csv: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, cell, end] of csv.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)) {
    const isQuoted = cell!.startsWith('"');
    rows.at(-1)!.push(isQuoted ? cell!.slice(1, -1).replaceAll('""', '"') : cell!);
    if (end !== ',') rows.push([]);
  }
  const [names, ...records] = rows.slice(0, -1);
  return records.map((row) => Object.fromEntries(names!.map((name, at) => [name, row[at]!])));
}
