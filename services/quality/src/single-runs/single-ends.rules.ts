import type { SingleRun } from './single-run.js';

interface CutEnd {
  status: 'cancelled' | 'interrupted' | 'failed';
  error: string;
  errorCode: string;
}

/** Why something was cut off, a sentence each. */
type Sentences = Readonly<Record<'cancelled' | 'interrupted' | 'denied', string>>;

/** The ends of what was cut off. */
export function endsBy({ cancelled, interrupted, denied }: Sentences) {
  const ends = {
    cancelled: { status: 'cancelled', error: cancelled, errorCode: 'cancelled' },
    interrupted: { status: 'interrupted', error: interrupted, errorCode: 'interrupted' },
    denied: { status: 'failed', error: denied, errorCode: 'not_approved' },
  } as const satisfies Record<string, CutEnd>;
  return {
    /** Of a run that did not come to an end of its own. */
    ofRun: ({ cancelReason }: Pick<SingleRun, 'cancelReason'>): CutEnd =>
      cancelReason === 'cancelled' || cancelReason === 'denied' ? ends[cancelReason] : ends.interrupted,
    /** Of one whose process is gone. */
    ofLapsed: ({ isCancelled }: { isCancelled: boolean }): CutEnd => (isCancelled ? ends.cancelled : ends.interrupted),
  };
}
