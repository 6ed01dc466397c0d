import type { Generation, Media } from '@polylogue/proto';
import type { EndStatus, ReplyCost, TokenUsage } from '../live/broadcast.entity.js';

/** A round that was asked elsewhere and has ended. */
export interface FinishedRound {
  broadcastId: string;
  title: string;
  question: string;
  askedAt: Date;
  replies: readonly FinishedReply[];
}

export interface FinishedReply {
  aiService: string;
  conversationId: string;
  status: EndStatus;
  content: string;
  error: string | undefined;
  responseTimeMs: number;
  usage: TokenUsage | undefined;
  cost: ReplyCost | undefined;
  media: readonly Media[];
  generation: Generation | undefined;
  endedAt: Date;
}
