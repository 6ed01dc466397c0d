import type { JSONSchema7 } from '@ai-sdk/provider';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import type { CallOutcome } from '../ledger/call.entity.js';
import { ProviderError } from '../providers/provider.errors.js';
import type { MediaPart, Provider, EndPart, ThreadMessage } from '../providers/provider.js';

/** What is asked, of whom, and by when. */
export interface Order {
  entry: AiServiceEntry;
  provider: Provider;
  messages: readonly ThreadMessage[];
  temperature?: number;
  answerSchema?: JSONSchema7;
  /** Takes what is no text; without it only text services can be asked. */
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
  /** Bytes of text that came. */
  textBytes?: number;
  /** The service was asked with the schema and took it; absent when none was given. */
  isBySchema?: boolean;
}

/** Where text goes as it comes. */
export type Sink = (text: string) => void;

/** Thrown into a call that nobody waits for any more. */
export class Cancelled extends Error {}
