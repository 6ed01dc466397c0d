const chunkLength = 50;

/** The list in pieces that come and go as one scrolls. All but the last are of one length. */
export function chunksOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / chunkLength) }, (_, at) =>
    rows.slice(at * chunkLength, (at + 1) * chunkLength),
  );
}
