import { runInContext, type RequestContext } from '../context/request-context.js';
import type { Span, SpanStart } from '../context/span.js';

/**
 * Records traces, or does not: a slice always has one, and while no collector is configured `startSpan` answers
 * undefined at the cost of a comparison.
 */
export class Tracing {
  static readonly off = new Tracing();

  constructor(private readonly tracer?: { startSpan(start: SpanStart): Span; close(): Promise<void> }) {}

  /** Whether spans are recorded. */
  get isOn(): boolean {
    return this.tracer !== undefined;
  }

  /** Starts a span that came in from outside the process, or belongs to no request. */
  startSpan(start: SpanStart): Span | undefined {
    return this.tracer?.startSpan(start);
  }

  /** The context of a span that starts now; the same one while nothing is recorded. The caller ends its span. */
  enterSpan(context: RequestContext, start: Omit<SpanStart, 'parent'>): RequestContext {
    const span = this.tracer?.startSpan({ ...start, parent: context.span?.traceparent ?? context.parent });
    return span ? { ...context, traceparent: span.traceparent, span } : context;
  }

  /** Runs `work` inside a context as one span, which fails when `work` rejects. */
  async withSpan<T>(context: RequestContext, start: Omit<SpanStart, 'parent'>, work: () => Promise<T>): Promise<T> {
    const inside = this.enterSpan(context, start);
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

  /** Sends the spans that are still held; gives up after two seconds. */
  async close(): Promise<void> {
    await this.tracer?.close();
  }
}
