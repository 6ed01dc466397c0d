import type { ReplyEnd } from '../live/broadcast.entity.js';

/** The maximum of runs of one reply: one, and two more as long as nothing has arrived. */
export const maxRuns = 3;

/** What is known of a reply whose dispatch broke or whose process is gone. */
export interface Orphan {
  /** Whether any text had arrived. */
  hasText: boolean;
  /** How often it was dispatched so far. */
  runs: number;
  cancelRequested: boolean;
}

/** What becomes of it. The texts of two runs are never joined. */
export function decideOrphan({
  hasText,
  runs,
  cancelRequested,
}: Orphan): 'run' | 'interrupted' | 'failed' | 'cancelled' {
  if (cancelRequested) return 'cancelled';
  if (hasText) return 'interrupted';
  return runs < maxRuns ? 'run' : 'failed';
}

/** Milliseconds to wait before run number `run` (2, 3, …). */
export function backOff(run: number): number {
  return 250 * 4 ** (run - 2);
}

/** The end of a reply that its user took back while it waited for the one before it. */
export const takenBack: Omit<ReplyEnd, 'responseTimeMs'> = {
  status: 'cancelled',
  errorCode: 'taken_back',
  error: 'This message was taken back before it was sent.',
};

/** The end of a reply that is not run again. */
export function endOfOrphan(status: 'interrupted' | 'failed' | 'cancelled'): Omit<ReplyEnd, 'responseTimeMs'> {
  switch (status) {
    case 'cancelled':
      return { status, errorCode: 'cancelled', error: 'This reply was stopped.' };
    case 'interrupted':
      return {
        status,
        errorCode: 'dispatch_lost',
        error: 'The connection was lost before the reply was complete. What had arrived is kept; you can ask again.',
      };
    case 'failed':
      return {
        status,
        errorCode: 'dispatch_unavailable',
        error: 'The service that talks to the AI providers is not available right now. Please ask again.',
      };
  }
}
