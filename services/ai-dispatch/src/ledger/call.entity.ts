import type { CostEstimate } from '@polylogue/proto';
import type { Spending } from '../limits/estimate.rules.js';
import type { CallCost } from '../prices/price.rules.js';
import type { ModelStopReason, TokenUsage } from '../providers/provider.js';

export type CallOutcome = 'completed' | 'failed' | 'interrupted' | 'cancelled';

/** A call as it begins. */
export interface BegunCall {
  callId: string;
  userId: string;
  aiService: string;
  model: string;
  startedAt: Date;
  /** The API key by which it was asked for. */
  apiKeyId?: string | undefined;
}

/** The error code of a call whose process went away before its end was written. */
export const processLost = 'process_lost';

/** How it ended. What is absent is unknown. */
export interface EndedCall extends BegunCall {
  endedAt: Date;
  outcome: CallOutcome;
  errorCode?: string;
  stopReason?: ModelStopReason;
  attempts?: number;
  firstTokenMs?: number;
  totalMs?: number;
  usage?: TokenUsage;
  /** The model's id in the provider's answer. */
  responseModel?: string;
  cost?: CallCost;
  /** What it takes from the budget of its day, also when its cost is unknown. */
  spent: Spending;
  /** Of the messages that were sent. */
  sentBytes?: number;
  /** Whether its answer had to follow a schema, as a judge's does. */
  hasSchema?: boolean;
  /** Which task of the product's own it was made for, if any. */
  task?: string | undefined;
  /** What it was expected to cost when it began. */
  expected?: CostEstimate;
}
