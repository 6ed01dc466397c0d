import type { Text } from '../texts/text.entity.js';

/** What a summary is to be: a comparison, one answer from all, or what the user says. */
export type SummaryKind = 'compare' | 'merge' | 'instruction';

/** What one service made of several replies. */
export interface Summary extends Text {
  /** The round it is kept with: that of the newest reply. */
  broadcastId: string;
  messageIds: readonly string[];
  /** Who wrote the replies, in their order. */
  replyServices: readonly string[];
  kind: SummaryKind;
  instruction?: string | undefined;
}

/** A summary as it was requested. */
export interface SummaryInput {
  messageIds: readonly string[];
  kind: SummaryKind;
  instruction?: string | undefined;
  /** Who writes it; chosen here when absent. */
  aiService?: string | undefined;
  idempotencyKey?: string | undefined;
}

/** A summary whose price is asked for: of its instruction it is known how long it is. */
export interface SummaryToEstimate extends Pick<SummaryInput, 'messageIds' | 'kind' | 'aiService'> {
  instructionBytes?: number | undefined;
}

/** A reply to be summed up, with the question it answers. */
export interface SummarizedReply {
  messageId: string;
  conversationId: string;
  /** Absent for one carried over from another service's conversation. */
  broadcastId?: string | undefined;
  /** Catalog name of who wrote it, and how it was called then. */
  aiService: string;
  displayName: string;
  question: string;
  content: string;
}
