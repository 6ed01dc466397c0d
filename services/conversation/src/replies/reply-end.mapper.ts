import { costSource, endKind, type DispatchEnd } from '@polylogue/proto';
import type { ReplyEnd } from '../live/broadcast.entity.js';

/** The end that ai-dispatch reports. Undefined for one of an unknown kind, and for a cancel not requested here. */
export function fromDispatchEnd(end: DispatchEnd, hasText: boolean): ReplyEnd | undefined {
  const kind = kindOf(end);
  if (kind === undefined || kind === 'cancelled') return undefined;
  return {
    status: kind === 'completed' ? 'completed' : hasText ? 'interrupted' : 'failed',
    responseTimeMs: end.totalMs,
    firstTokenMs: end.firstTokenMs,
    usage: end.usage,
    cost: costOf(end),
    stopReason: end.stopReason,
    generation: end.generation,
    error: kind === 'completed' ? undefined : (end.error?.sentence ?? 'The reply broke off.'),
    errorCode: kind === 'completed' ? undefined : (end.error?.code ?? 'provider_error'),
  };
}

function kindOf({ kind }: DispatchEnd) {
  try {
    return endKind.toWord(kind);
  } catch {
    return undefined;
  }
}

function costOf({ cost }: DispatchEnd): ReplyEnd['cost'] {
  if (!cost) return undefined;
  const { amount, currency } = cost;
  try {
    return { amount, currency, source: costSource.toWord(cost.source) };
  } catch {
    // A price without a source would be shown as more certain than it is.
    return undefined;
  }
}
