import type { JSONSchema7 } from '@ai-sdk/provider';
import type { CostEstimate, Generation } from '@polylogue/proto';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { CallOutcome } from '../ledger/call.entity.js';
import { ProviderError } from '../providers/provider.errors.js';
import type { CallSettings, MediaPart, Provider, EndPart, ThreadMessage } from '../providers/provider.js';

/** The request, the service it goes to, and its deadline. */
export interface Order {
  entry: AiServiceEntry;
  provider: Provider;
  /** With the system prompt in front; empty once the reply has begun, after which they are never sent again. */
  messages: readonly ThreadMessage[];
  /** What the service takes of what was requested, and a sentence about each that it does not. */
  settings: CallSettings;
  warnings: readonly string[];
  answerSchema?: JSONSchema7;
  /** Whether the pictures of the question are among the messages; undefined when it has none. */
  sawPictures?: boolean | undefined;
  /** Receives media; without it only text services can be called. */
  media?: {
    keep(part: MediaPart): Promise<void>;
    progress(fraction?: number): void;
  };
  /** What is left of the caller's own deadline. */
  remainingMs: number;
}

/** How it went, apart from the text, which has gone to the sink. */
export interface CallResult {
  outcome: CallOutcome;
  end?: EndPart;
  failure?: ProviderError;
  attempts: number;
  firstTokenMs?: number;
  totalMs: number;
  /** Bytes of text and of reasoning that came. */
  textBytes?: number;
  /** The service was sent the schema and accepted it; absent when none was given. */
  isBySchema?: boolean;
  /** Absent when the service was not called. */
  generation?: Generation;
}

/** What it was expected to cost stands in the record of how it was generated. */
export const withEstimate = (result: CallResult, estimate: CostEstimate | undefined): CallResult =>
  result.generation && estimate ? { ...result, generation: { ...result.generation, estimate } } : result;

/** Where text goes as it comes. */
export type Sink = (text: string) => void;

/** Thrown into a call whose reader has gone. */
export class Cancelled extends Error {}
