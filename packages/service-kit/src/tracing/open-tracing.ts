import type { Logger } from '../logging/logger.js';
import { Tracing } from './tracing.js';

/** Where traces go. */
export interface TracingOptions {
  service: string;
  version: string;
  /** Base URL of an OTLP/HTTP collector; without one nothing is traced, nor is any of the code for it loaded. */
  endpoint: string | undefined;
  /** The share of traces that is taken, 0 to 1; a trace somebody else began is taken when they take it. */
  ratio: number;
  logger: Logger;
}

/** Opens the tracing of one slice. A collector that is away costs traces, never an answer. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  if (!options.endpoint) return Tracing.off;
  const { OtlpTracer } = await import('./otlp-tracer.js');
  return new Tracing(new OtlpTracer({ ...options, endpoint: options.endpoint }));
}
