import { Tracing } from './tracing.js';
import type { TracingOptions } from './tracing-options.js';

/** Opens the tracing of one slice. A collector that is away costs traces, never an answer. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  if (!options.endpoint) return Tracing.off;
  const { OtlpTracer } = await import('./otlp-tracer.js');
  return new Tracing(new OtlpTracer({ ...options, endpoint: options.endpoint }));
}
