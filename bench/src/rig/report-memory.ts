import { renameSync, writeFileSync } from 'node:fs';
import { collectAndCount } from '../processes/collect-and-count.js';
import type { Held } from '../processes/watch-live-memory.js';
import { isServers } from './is-servers.rules.js';

// Loaded into the servers by `--import`. On SIGUSR2 it collects garbage and writes to a file how much memory is in use
// (resident memory also grows while V8 puts collecting off), what keeps the process alive, and how often Node has warned.
const file = process.env.BENCH_MEMORY_FILE;
if (file && isServers()) {
  let warnings = 0;
  process.on('warning', () => (warnings += 1));
  process.on('SIGUSR2', () => {
    void collectAndCount().then((bytes) => {
      const held: Held = { bytes, handles: process.getActiveResourcesInfo().length, warnings };
      writeFileSync(`${file}.new`, JSON.stringify(held));
      renameSync(`${file}.new`, file);
    });
  });
}
