import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { isServers } from './is-servers.rules.js';

// Loaded into the servers by `--import` when BENCH_PROFILE names a folder: node 20 takes no --cpu-prof from NODE_OPTIONS.
const folder = process.env.BENCH_PROFILE;
if (folder && isServers()) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 250 });
  session.post('Profiler.start');
  process.once('exit', () => {
    session.post('Profiler.stop', (_fault, { profile }) => {
      writeFileSync(join(folder, `servers-${process.pid}.cpuprofile`), JSON.stringify(profile));
    });
  });
}
