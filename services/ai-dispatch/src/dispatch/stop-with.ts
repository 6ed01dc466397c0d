import type { CallContext } from '@polylogue/service-kit';
import { Cancelled } from './call.js';

/** One for all calls: an abort without a reason makes an error with a stack each time, at the end of every call. */
const readerIsGone = new Cancelled();

/** What stops a provider when its reader leaves: `leave` from here, the call from outside, neither of them after `end`. */
export function stopWith(call: Pick<CallContext, 'onLeft'>) {
  const stop = new AbortController();
  let hasEnded = false;
  const leave = () => {
    if (!hasEnded) stop.abort(readerIsGone);
  };
  // Not `AbortSignal.any`: each of those is looked after until it is collected.
  call.onLeft(leave);
  return { stop, leave, end: () => void (hasEnded = true) };
}
