/** What a span is to the others: an endpoint (`server`), a call (`client`), a message published or consumed. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/** Attributes of a span, by OpenTelemetry's names. Never message texts, names of users, or secrets. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** One span of a trace that is being recorded. */
export interface Span {
  /** The W3C traceparent of this span: what its children name as their parent. */
  readonly traceparent: string;
  /** Starts a span inside this one. */
  child(kind: SpanKind, name: string, attributes?: SpanAttributes): Span;
  /** Adds attributes, or a better name, that were not known at the start. */
  setAttributes(attributes: SpanAttributes, name?: string): void;
  /** Ends the span; `failure` marks it as failed. Only its code or class is kept: messages may quote a user. */
  end(failure?: unknown): void;
}

/** How a span starts. */
export interface SpanStart {
  kind: SpanKind;
  name: string;
  /** The traceparent that came in, if any. */
  parent?: string;
  attributes?: SpanAttributes;
  /** When it started, if not now. */
  startedAt?: Date;
}
