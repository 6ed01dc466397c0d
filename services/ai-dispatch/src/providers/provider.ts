import type { JSONSchema7 } from '@ai-sdk/provider';

/** What `dispatch` knows of a vendor: this interface and nothing else. */
export interface Provider {
  /** Yields text as it comes and closes with exactly one `end`. Whatever else happens is a thrown ProviderError. */
  stream(request: ProviderRequest, signal: AbortSignal): AsyncIterable<ReplyPart>;
  /** Sends a request that costs nothing. Throws a ProviderError when the vendor does not answer well. */
  probe(signal: AbortSignal): Promise<ProbeAnswer>;
}

export const reasoningEfforts = ['low', 'medium', 'high'] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** How a service is to answer; what is absent is the vendor's own default. */
export interface CallSettings {
  /** Stands in front of the thread. */
  systemPrompt?: string | undefined;
  temperature?: number | undefined;
  reasoningEffort?: ReasoningEffort | undefined;
  /** The longest answer, in tokens. */
  maxOutputTokens?: number | undefined;
  webSearch?: boolean | undefined;
}

/** The system prompt is the first of the messages. */
export interface ProviderRequest extends Omit<CallSettings, 'systemPrompt'> {
  messages: readonly ThreadMessage[];
  /** A JSON schema the reply has to follow. */
  answerSchema?: JSONSchema7;
  /** How long the connection may take, TLS included. */
  connectMs: number;
  /** Called with each body that is sent. */
  onSend?: (body: string) => void;
}

export interface ThreadMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  /** Of a user's message. */
  pictures?: readonly PictureBytes[];
}

/** A picture as a service is given it. */
export interface PictureBytes {
  /** image/png or image/jpeg. */
  type: string;
  bytes: Buffer;
}

export type ReplyPart =
  | { type: 'text'; text: string }
  // The model reasons or searches: money being spent. The text is empty where the vendor does not show it.
  | { type: 'reasoning'; text: string }
  | SourcePart
  | MetadataPart
  // A long job is at work; `fraction` is how far it has come, where the vendor says.
  | { type: 'progress'; fraction?: number }
  | MediaPart
  | EndPart;

/** Something the model drew on. */
export interface SourcePart {
  type: 'source';
  url?: string | undefined;
  title?: string | undefined;
}

/** What is said about the answer beside its text. */
export interface MetadataPart {
  type: 'metadata';
  /** The model's id as the vendor's answer gives it. */
  responseModel?: string | undefined;
  /** What was requested and not applied, each a sentence. */
  warnings?: readonly string[];
}

export type MediaKind = 'image' | 'audio' | 'video';

/** A generated medium as it came: its bytes are not checked yet. */
export interface MediaPart {
  type: 'media';
  kind: MediaKind;
  bytes: Buffer;
}

export interface EndPart {
  type: 'end';
  stopReason: ModelStopReason;
  usage?: TokenUsage;
  cost?: ReportedCost;
}

/** Why the model stopped. Why the stream ended is another question: see `outcome` in dispatch. */
export type ModelStopReason = 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'other';

/** As the vendor counted; absent is unknown, never 0. */
export interface TokenUsage {
  inputTokens?: number;
  outputTokens?: number;
  totalTokens?: number;
  /** Of the input tokens: read from the vendor's cache. */
  cachedInputTokens?: number;
  /** Of the output tokens: spent on reasoning. */
  reasoningTokens?: number;
}

export interface ReportedCost {
  amount: number;
  currency: string;
}

/** `unknown`: it answers, but has no free call that shows whether the key is good. */
export type ProbeAnswer = 'connected' | 'unknown';

/** Where one configured service is reached and with what. */
export interface ProviderTarget {
  displayName: string;
  category: 'text' | MediaKind;
  model: string;
  baseUrl: string;
  apiKey?: string;
}
