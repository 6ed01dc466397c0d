import type { Generation } from '@polylogue/proto';

/** How the services of a message were chosen. */
export type BroadcastMode = 'broadcast' | 'selective' | 'individual';

/** The states a reply ends in; none of them ever changes. */
export type EndStatus = 'completed' | 'failed' | 'interrupted' | 'cancelled';

/** Where one reply of a broadcast goes. */
export interface Target {
  aiService: string;
  conversationId: string;
  messageId: string;
}

/** Token counts as reported; absent is unknown, never 0. */
export interface TokenUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  totalTokens?: number | undefined;
  /** Of the input tokens: read from the provider's cache. */
  cachedInputTokens?: number | undefined;
  /** Of the output tokens: spent on reasoning. */
  reasoningTokens?: number | undefined;
}

export interface ReplyCost {
  amount: number;
  currency: string;
  source: 'provider' | 'estimate';
}

/** A picture, sound or video of a reply; ai-dispatch keeps the bytes. */
export interface MediaRef {
  id: string;
  type: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** How a reply ended, apart from its text. */
export interface ReplyEnd {
  status: EndStatus;
  responseTimeMs: number;
  firstTokenMs?: number | undefined;
  usage?: TokenUsage | undefined;
  cost?: ReplyCost | undefined;
  stopReason?: string | undefined;
  media?: readonly MediaRef[] | undefined;
  generation?: Generation | undefined;
  /** Never part of the content. */
  error?: string | undefined;
  errorCode?: string | undefined;
}

/** A reply that has ended, as it is sent and stored. */
export interface EndedReply extends Target, ReplyEnd {
  content: string;
}

/** What a broadcast's stream is made of; `id` grows. */
export type BroadcastStreamEvent =
  | { id: number; kind: 'accepted'; broadcastId: string; targets: readonly Target[] }
  | { id: number; kind: 'delta'; aiService: string; messageId: string; text: string }
  /** Never stored, never sent again. */
  | { id: number; kind: 'progress'; aiService: string; messageId: string; fraction: number | undefined }
  | { id: number; kind: 'reply'; reply: EndedReply }
  | { id: number; kind: 'done'; broadcastId: string; replies: readonly EndedReply[] };
