import type { StopReason, TokenUsage } from '../providers/provider.js';

export type Outcome = 'completed' | 'failed' | 'interrupted' | 'cancelled';

/** A call as it begins. */
export interface BegunCall {
  callId: string;
  userId: string;
  aiService: string;
  model: string;
  startedAt: Date;
}

export interface CallCost {
  amount: number;
  currency: string;
  source: 'provider' | 'estimate';
}

/** How it ended. What is absent is unknown. */
export interface EndedCall extends BegunCall {
  endedAt: Date;
  outcome: Outcome;
  errorCode?: string;
  stopReason?: StopReason;
  attempts: number;
  firstTokenMs?: number;
  totalMs: number;
  usage?: TokenUsage;
  cost?: CallCost;
}
