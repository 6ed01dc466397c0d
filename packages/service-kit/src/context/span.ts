/** What a step is to the others: a door (`server`), a call to somebody (`client`), a message sent or taken. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/** Facts beside a step, by OpenTelemetry's names. Never texts, names of people, or secrets. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** One step of a trace being taken. */
export interface Span {
  /** The W3C traceparent of this step: what its children name as their parent. */
  readonly traceparent: string;
  /** Begins a step inside this one. */
  child(kind: SpanKind, name: string, facts?: SpanAttributes): Span;
  /** Adds facts, or a better name, that were not known at the beginning. */
  tell(facts: SpanAttributes, name?: string): void;
  /** Ends the step; `failure` marks it as failed. Only its code or class is kept: messages may quote a user. */
  end(failure?: unknown): void;
}

/** How a step begins. */
export interface SpanStart {
  kind: SpanKind;
  name: string;
  /** The traceparent that came in, if any. */
  parent?: string;
  facts?: SpanAttributes;
  /** When it began, if not now. */
  startedAt?: Date;
}
