import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildNode } from '../build-node.js';
import { installWhenNeeded } from './install.js';
import { listenForStop } from './signals.js';
import { root } from './slices.js';
import { help, readStartOptions } from './start-options.js';
import { buildWebSlices } from './web-build.js';

/** Everything `npm start` does. */
export async function runStart(words) {
  const begun = performance.now();
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const options = readStartOptions(words, process.env);
  if (options.help) return console.log(help);
  const report = (line) => console.log(`  ${line}`);
  const giveUp = new AbortController();
  const running = { stack: undefined };
  listenForStop({
    onStop: (why) => {
      console.log(running.stack ? `\nStopping (${why})…` : `\nGiving up (${why})…`);
      giveUp.abort(new Error('Stopped while starting.'));
      if (running.stack)
        void running.stack
          .stop()
          .then(() => console.log('Stopped. The data stays.'), fail)
          .finally(() => process.exit());
    },
    onForce: () => {
      console.log('Stopping by force…');
      void (running.stack?.stop({ force: true }) ?? Promise.resolve()).finally(() => process.exit(130));
    },
  });

  console.log('Polylogue');
  await installWhenNeeded(root, report);
  giveUp.signal.throwIfAborted();
  await buildServers(report);
  await buildWebSlices(report);
  giveUp.signal.throwIfAborted();
  const { startStack } = await import('./index.js');
  running.stack = await startStack({ ...options, report, signal: giveUp.signal });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`\nPolylogue is ready at ${running.stack.url}  (${seconds} s; Ctrl-C stops it)\n`);
}

/** @param {(line: string) => void} report */
export async function buildServers(report) {
  const begun = performance.now();
  const { compiled, total, failures } = await buildNode();
  if (failures.length > 0) throw new Error(`These files do not compile:\n${failures.join('\n')}`);
  if (compiled === 0) return;
  report(
    `servers built, ${compiled} of ${total} files`.padEnd(52) + ` ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );
}

/** Says what went wrong: a sentence where one was prepared, the whole trace where not. */
export function fail(error) {
  console.error(`\n${error.exitCode || !error.stack || !process.env.DEBUG ? error.message : error.stack}`);
  process.exitCode = error.exitCode ?? 1;
}
