import { outboxRow } from '@polylogue/service-kit';
import type { EndedCall } from './call.entity.js';

/** The event that calls of a user have ended. The statement that ends them keeps those that ended by it. */
export function callsFinished(userId: string, ended: readonly EndedCall[], headers: string) {
  const calls = ended.map(({ callId, aiService, outcome, errorCode, totalMs, usage }) => ({
    callId,
    aiService,
    success: outcome === 'completed',
    errorCode,
    // 0 is what an event says of a time that is not known.
    totalMs: totalMs ?? 0,
    inputTokens: usage?.inputTokens,
    outputTokens: usage?.outputTokens,
  }));
  return outboxRow('ai_dispatch.call_finished.v2', { userId, calls }, { headers });
}
