import { renameSync, writeFileSync } from 'node:fs';
import { collectAndCount } from '../processes/collect-and-count.js';
import { isServers } from './is-servers.rules.js';

// Loaded into the servers by `--import`. On SIGUSR2 it collects garbage and writes to a file how much memory is in use:
// resident memory also grows while V8 puts collecting off.
const file = process.env.BENCH_MEMORY_FILE;
if (file && isServers()) {
  process.on('SIGUSR2', () => {
    void collectAndCount().then((bytes) => {
      writeFileSync(`${file}.new`, String(bytes));
      renameSync(`${file}.new`, file);
    });
  });
}
