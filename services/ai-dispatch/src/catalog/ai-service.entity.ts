import type { CallSettings } from '../providers/provider.js';
import type { AnswerLimits } from '../providers/supported-settings.rules.js';
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
  /** For all users and replicas together; absent: as configured for every service, 0: no limit. */
  callsPerMinute?: number;
  streams?: number;
}

/** One row of the catalog, complete: defaults filled in, variables expanded. */
export interface AiServiceEntry {
  name: string;
  displayName: string;
  color: string;
  /** Picked by the product and by no one else: screens may move its hue. */
  hasDefaultColor?: boolean;
  category: Category;
  provider: ProviderName;
  model: string;
  baseUrl: string;
  apiKey?: string;
  /** How it answers where a user wants nothing else. */
  answerDefaults?: CallSettings | undefined;
  answerLimits?: AnswerLimits | undefined;
  /** Whether it can be given pictures; absent: as is known of its model. */
  sees?: boolean | undefined;
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

/** Who put a service into the catalog. */
export type ServiceSource = 'environment' | 'file' | 'local' | 'demo' | 'admin';

/** A service as the operator configured it. */
export interface OperatorRow {
  entry: AiServiceEntry;
  source: Exclude<ServiceSource, 'admin'>;
  isEnabled: boolean;
}

/** The fields of a service that the admin panel can set. */
export type ServiceFields = Pick<
  AiServiceEntry,
  'displayName' | 'color' | 'category' | 'provider' | 'model' | 'baseUrl' | 'sees' | 'answerDefaults' | 'answerLimits'
>;

/** What administrators made of the catalog: a service of their own, or amendments to one of the operator's. */
export interface AdminRow extends Partial<ServiceFields> {
  name: string;
  isOwn: boolean;
  preset?: string;
  isEnabled?: boolean;
  position?: number;
}

/** `stored`: set here. `unreadable`: set here, but it does not open. */
export type KeyState = 'none' | 'operator' | 'stored' | 'unreadable';

/** One service with all that is known about it, offered or not. */
export interface ConfiguredRow {
  entry: AiServiceEntry;
  source: ServiceSource;
  preset?: string;
  isEnabled: boolean;
  isAmended: boolean;
  keyState: KeyState;
  keySetAt?: Date;
}
