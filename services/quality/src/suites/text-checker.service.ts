import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Inject, Injectable } from '@nestjs/common';
import { ConcurrencyLimit, LOGGER, type Logger } from '@polylogue/service-kit';
import { checkPlain, isPlain, type TextCheck, type TextVerdict } from './checker/check-plain.js';

/** Of all patterns and schemas of one text; a pattern of a few characters may take longer than the world is old. */
const maxMs = 2_000;
/** To start and to load. */
const startMs = 10_000;
const heapMegabytes = 64;
const atOnce = 2;

// Compiled, also for tests: the thread is one of a plain node.
const main = join(import.meta.dirname, '../../dist/suites/checker/main.js');

export const tooLong = 'Nobody can say: the check took too long.';
const notReached = 'Not checked, because another check took too long.';
export const notStarted = 'Nobody can say: the check could not be started.';

/** Checks texts: patterns and schemas in a thread of their own, which ends with its time, so that none holds up this process. */
@Injectable()
export class TextChecker {
  readonly #limit = new ConcurrencyLimit(atOnce);

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** One verdict for each check. */
  async check(text: string, checks: readonly TextCheck[], limitMs = maxMs): Promise<TextVerdict[]> {
    const risky = checks.filter((check) => !isPlain(check));
    const verdicts = risky.length > 0 ? await this.#checkApart(text, risky, limitMs) : [];
    return checks.map((check) => (isPlain(check) ? checkPlain(check, text) : verdicts[risky.indexOf(check)]!));
  }

  /** Where the thread came to no verdict: why. The answer was paid for and is kept, whatever becomes of its checks. */
  async #checkApart(text: string, checks: readonly TextCheck[], limitMs: number): Promise<TextVerdict[]> {
    const made = await this.#limit
      .run(() => verdictsInTime(text, checks, limitMs))
      .catch((error: unknown) => this.logger.error({ err: error }, 'the thread of checks failed'));
    return checks.map((_check, index) => {
      if (!made) return { passed: undefined, reason: notStarted };
      return made[index] ?? { passed: undefined, reason: index === made.length ? tooLong : notReached };
    });
  }
}

/** As many verdicts as there were in time; undefined when the thread did not start. */
function verdictsInTime(
  text: string,
  checks: readonly TextCheck[],
  limitMs: number,
): Promise<TextVerdict[] | undefined> {
  const verdicts: TextVerdict[] = [];
  // Nothing of ours is in its environment: no key, no address.
  const worker = new Worker(main, {
    workerData: { text, checks },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  let isReady = false;
  // What it said while this process was held up is heard first.
  const stop = () => void setImmediate(() => void worker.terminate());
  let timer = setTimeout(stop, startMs);
  return new Promise<TextVerdict[] | undefined>((resolve, reject) => {
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
    worker.once('exit', () => resolve(isReady ? verdicts : undefined));
  }).finally(() => clearTimeout(timer));
}
