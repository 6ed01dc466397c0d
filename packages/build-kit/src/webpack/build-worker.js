// Builds the web slices that its parent sends, one after the other: what webpack and its plugins prepare is prepared once.
import { buildWebSlice } from './build-web.js';

process.on('message', (slice) => void build(String(slice)));

/** @param {string} slice */
async function build(slice) {
  const error = await buildWebSlice(slice).then(
    () => undefined,
    (fault) => fault.message,
  );
  process.send?.({ error });
}
