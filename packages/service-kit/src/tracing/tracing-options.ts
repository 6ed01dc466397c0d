import type { Logger } from '../logging/logger.js';

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
