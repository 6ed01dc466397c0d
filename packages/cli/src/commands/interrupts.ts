import { exitCodes } from '../failure.js';

/**
 * Aborts at the first Ctrl-C, SIGTERM, or when the reader of the output is gone, so that a command can end its work at the
 * server. The second Ctrl-C ends the process where it stands.
 */
export function interruptSignal(): AbortSignal {
  const interrupted = new AbortController();
  const interrupt = () => {
    if (interrupted.signal.aborted) process.exit(exitCodes.interrupted);
    interrupted.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.stdout.on('error', () => interrupted.abort());
  return interrupted.signal;
}
