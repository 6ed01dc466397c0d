import type { ProviderName } from './providers.js';

export type Category = 'text' | 'image' | 'audio' | 'video';
export type ServiceStatus = 'connected' | 'error' | 'unknown';

export interface Timeouts {
  connectMs: number;
  firstTokenMs: number;
  gapMs: number;
  totalMs: number;
}

export interface Limits {
  concurrency: number;
  queue: number;
}

/** One row of the catalogue, complete: defaults filled in, variables expanded. */
export interface AiServiceEntry {
  name: string;
  displayName: string;
  color: string;
  category: Category;
  provider: ProviderName;
  model: string;
  baseUrl: string;
  apiKey?: string;
  temperature?: number;
  timeouts: Timeouts;
  limits: Limits;
  demo: boolean;
}

export type Defaults = Pick<AiServiceEntry, 'timeouts' | 'limits'>;

/** One row with how it was last seen. */
export interface ListedService {
  entry: AiServiceEntry;
  status: ServiceStatus;
}
