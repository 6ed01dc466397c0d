/** Few: however fast one scrolls, what comes into the page at once must be laid out within a frame. */
const chunkLength = 10;
/** The number of rows that are rendered before the first scroll. */
export const chunksAtFirst = 5;

/** The list in pieces that come and go as one scrolls. All but the last are of one length. */
export function chunksOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / chunkLength) }, (_, at) =>
    rows.slice(at * chunkLength, (at + 1) * chunkLength),
  );
}
