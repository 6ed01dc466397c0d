import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into the servers by `--import`. On SIGUSR2 it collects garbage and writes to a file how much memory is in use:
// resident memory also grows while V8 puts collecting off.
const file = process.env.BENCH_MEMORY_FILE;
if (file && process.argv[1]?.endsWith('run-slices.js')) {
  process.on('SIGUSR2', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    // Buffers are freed in the next turn of the event loop.
    setImmediate(() => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      writeFileSync(`${file}.new`, String(heapUsed + external));
      renameSync(`${file}.new`, file);
    });
  });
}
