import { runInContext, type RequestContext } from '../context/request-context.js';
import type { Span, SpanStart } from '../context/span.js';

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
    const span = this.tracer?.begin({ ...start, parent: context.span?.traceparent ?? context.parent });
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
