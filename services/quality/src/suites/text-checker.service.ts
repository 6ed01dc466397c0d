import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { ConcurrencyLimit } from '@polylogue/service-kit';
import type { TextCheck, TextVerdict } from './checker/check-text.js';

/** Of all checks of one text; a pattern of a few characters may take longer than the world is old. */
const maxMs = 2_000;
/** To start and to load. */
const startMs = 10_000;
const heapMegabytes = 64;
const atOnce = 2;

// Compiled, also for tests: the thread is one of a plain node.
const main = join(import.meta.dirname, '../../dist/suites/checker/main.js');

export const tooLong = 'Nobody can say: the check took too long.';
const notReached = 'Not checked, because another check took too long.';

/** Checks texts in a thread of its own, which ends with its time: no pattern and no schema holds up this process. */
@Injectable()
export class TextChecker {
  readonly #limit = new ConcurrencyLimit(atOnce);

  /** One verdict for each check. */
  async check(text: string, checks: readonly TextCheck[], limitMs = maxMs): Promise<TextVerdict[]> {
    if (checks.length === 0) return [];
    const verdicts = await this.#limit.run(() => checkApart(text, checks, limitMs));
    return checks.map(
      (_check, index) =>
        verdicts[index] ?? { passed: undefined, reason: index === verdicts.length ? tooLong : notReached },
    );
  }
}

/** As many verdicts as there were in time. */
function checkApart(text: string, checks: readonly TextCheck[], limitMs: number): Promise<TextVerdict[]> {
  const verdicts: TextVerdict[] = [];
  // Nothing of ours is in its environment: no key, no address.
  const worker = new Worker(main, {
    workerData: { text, checks },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  let isReady = false;
  const stop = () => void worker.terminate();
  let timer = setTimeout(stop, startMs);
  return new Promise<TextVerdict[]>((resolve, reject) => {
    worker.on('message', (said: TextVerdict | 'ready') => {
      if (said !== 'ready') return void verdicts.push(said);
      isReady = true;
      clearTimeout(timer);
      timer = setTimeout(stop, limitMs);
    });
    // Out of memory counts as out of time: what it did not say stays unsaid.
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') reject(error);
    });
    worker.once('exit', () => (isReady ? resolve(verdicts) : reject(new Error('The thread of checks did not start.'))));
  }).finally(() => clearTimeout(timer));
}
