import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors/app-error.js';
import { isDeadlock } from './database-errors.js';

/** How a write waits for Postgres. */
export interface WaitOptions {
  /** Looked at before each further try. */
  isGivenUp: () => boolean;
  onWait: (error: unknown) => void;
  pauseMs?: number;
}

/**
 * Tries again while Postgres is away, too busy, or has broken a deadlock: for what was paid for and only waits to be
 * written. The work must be one transaction.
 */
export async function waitForDatabase<T>(work: () => Promise<T>, options: WaitOptions): Promise<T> {
  const { isGivenUp, onWait, pauseMs = 1_000 } = options;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAway = AppError.is(error) && error.kind === 'unavailable';
      if (!(isAway || isDeadlock(error)) || isGivenUp()) throw error;
      onWait(error);
      await sleep(pauseMs);
    }
  }
}

/**
 * Retries a transaction that Postgres ended to break a deadlock: the other transaction is done by then. The work must
 * be one transaction. After `tries` it throws what Postgres said.
 */
export async function retryDeadlock<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  for (let left = tries - 1; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || left === 0) throw error;
    }
  }
}
