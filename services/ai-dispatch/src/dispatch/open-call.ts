import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { BegunCall, EndedCall } from '../ledger/call.entity.js';
import { finalSpending } from '../limits/estimate.rules.js';
import type { Admitted } from '../limits/limits.service.js';
import type { TokenPrice } from '../prices/micros.rules.js';
import type { CallCost } from '../prices/price.rules.js';
import type { CallResult } from './call.js';
import type { Coalescer } from './coalescer.js';
import type { GeneratedMedia } from './generated-media.js';

/** A call under way. */
export interface OpenCall {
  entry: AiServiceEntry;
  begun: BegunCall;
  /** What was sent, counted by us. */
  inputTokens: number;
  sent: Pick<EndedCall, 'sentBytes' | 'hasSchema' | 'task'>;
  text: Coalescer;
  /** Stops the provider, if it has not ended. */
  leave: () => void;
  fetching: Promise<CallResult>;
  /** Resolves when it is known whether the call was made before. */
  recorded: Promise<void>;
  isRecorded: boolean;
  /** It was made before, elsewhere. */
  isRepeated: boolean;
  generated: GeneratedMedia;
  admission: Admitted | undefined;
}

interface Costs {
  cost: CallCost | undefined;
  price: TokenPrice | undefined;
}

/** Its line in the ledger, field by field: an object literal that spreads several others takes microseconds. */
export function endedCallOf(
  { begun, sent, inputTokens }: OpenCall,
  reply: CallResult,
  { cost, price }: Costs,
): EndedCall {
  const { end, generation, textBytes = 0 } = reply;
  return {
    callId: begun.callId,
    userId: begun.userId,
    aiService: begun.aiService,
    model: begun.model,
    startedAt: begun.startedAt,
    apiKeyId: begun.apiKeyId,
    endedAt: new Date(),
    outcome: reply.outcome,
    errorCode: reply.failure?.failure.code,
    attempts: reply.attempts,
    firstTokenMs: reply.firstTokenMs,
    totalMs: reply.totalMs,
    cost,
    stopReason: end?.stopReason,
    usage: end?.usage,
    responseModel: generation?.responseModel,
    sentBytes: sent.sentBytes,
    hasSchema: sent.hasSchema,
    task: sent.task,
    expected: generation?.estimate,
    spent: finalSpending({ price, micros: cost?.micros, usage: end?.usage, textBytes, inputTokens }),
  };
}
