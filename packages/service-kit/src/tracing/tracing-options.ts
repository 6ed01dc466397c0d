import type { Logger } from '../logging/logger.js';

/** Where traces go. */
export interface TracingOptions {
  service: string;
  version: string;
  /** Base URL of an OTLP/HTTP collector; without one nothing is traced, nor is any of the code for it loaded. */
  endpoint: string | undefined;
  /** The share of traces that is recorded, 0 to 1; a trace that came in is recorded when its sender records it. */
  ratio: number;
  logger: Logger;
}
