import { renameSync, writeFileSync } from 'node:fs';
import { collectAndCount } from '../processes/collect-and-count.js';

// Loaded into the servers by `--import`. On SIGUSR2 it collects garbage and writes to a file how much memory is in use:
// resident memory also grows while V8 puts collecting off.
const file = process.env.BENCH_MEMORY_FILE;
if (file && process.argv[1]?.endsWith('run-slices.js')) {
  process.on('SIGUSR2', () => {
    void collectAndCount().then((bytes) => {
      writeFileSync(`${file}.new`, String(bytes));
      renameSync(`${file}.new`, file);
    });
  });
}
