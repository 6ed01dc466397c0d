import type { BroadcastEvent } from '@polylogue/proto';

/** What happens while a model answers. It begins with an id and ends with all replies. */
export type CompletionEvent = NonNullable<BroadcastEvent['event']>;

/** Where a user finds what was answered. */
export interface CompletionPlace {
  /** Said in headers, before the answer begins. */
  headers: Readonly<Record<string, string>>;
  /** Said in the answer itself. */
  metadata: Readonly<Record<string, string>>;
}

/** What a model answers with. */
export interface CompletionSource {
  /** Whose replies make up the text, in this order; one alone has no heading. */
  authors: readonly { name: string; displayName: string }[];
  /** Ends its work when the signal aborts, or when it is not read to its end. */
  events: (signal: AbortSignal) => AsyncGenerator<CompletionEvent>;
  placeOf: (id: string, origin: string) => CompletionPlace;
}
