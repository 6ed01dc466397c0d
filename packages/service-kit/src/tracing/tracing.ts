import type { RequestContext } from '../context/request-context.js';
import { runInContext } from '../context/request-context.js';

/** What a step is to the others: a door (`server`), a call to somebody (`client`), a message sent or taken. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/** Facts beside a step, by OpenTelemetry's names. Never texts, names of people, or secrets. */
export type SpanFacts = Record<string, string | number | boolean>;

/** One step of a trace being taken. */
export interface Span {
  /** The W3C traceparent of this step: what its children name as their parent. */
  readonly traceparent: string;
  /** Begins a step inside this one. */
  child(kind: SpanKind, name: string, facts?: SpanFacts): Span;
  /** Adds facts, or a better name, that were not known at the beginning. */
  tell(facts: SpanFacts, name?: string): void;
  /** Ends the step; `failure` marks it as failed. Only its code or class is kept: messages may quote a user. */
  end(failure?: unknown): void;
}

/** How a step begins. */
export interface SpanStart {
  kind: SpanKind;
  name: string;
  /** The traceparent that came in, if any. */
  parent?: string;
  facts?: SpanFacts;
  /** When it began, if not now. */
  startedAt?: Date;
}

/**
 * Takes traces, or does not: a slice always has one, and while no collector is configured `begin` answers undefined at
 * the cost of a comparison.
 */
export class Tracing {
  static readonly off = new Tracing();

  constructor(private readonly tracer?: { begin(start: SpanStart): Span; close(): Promise<void> }) {}

  /** Whether steps are recorded. */
  get isOn(): boolean {
    return this.tracer !== undefined;
  }

  /** Begins a step that came in from outside the process, or for nobody. */
  begin(start: SpanStart): Span | undefined {
    return this.tracer?.begin(start);
  }

  /** The context of a step that begins now; the same one while nothing is traced. Its span is the caller's to end. */
  enter(context: RequestContext, start: Omit<SpanStart, 'parent'>): RequestContext {
    const span = this.begin({ ...start, parent: context.span?.traceparent ?? context.parent });
    return span ? { ...context, traceparent: span.traceparent, span } : context;
  }

  /** Does `work` inside a context as one step, from its beginning to its end. */
  async step<T>(context: RequestContext, start: Omit<SpanStart, 'parent'>, work: () => Promise<T>): Promise<T> {
    const inside = this.enter(context, start);
    const { span } = inside;
    if (inside === context || !span) return runInContext(context, work);
    try {
      const done = await runInContext(inside, work);
      span.end();
      return done;
    } catch (error) {
      span.end(error);
      throw error;
    }
  }

  /** Sends what is still held; gives up after a moment. */
  async close(): Promise<void> {
    await this.tracer?.close();
  }
}
