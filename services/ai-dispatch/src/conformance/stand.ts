import type { ProviderName } from '../catalog/providers.js';
import type { ProviderTarget } from '../providers/provider.js';

/** What a vendor can be brought to do. */
export type Situation =
  | 'hello'
  | 'named'
  | 'sourced'
  | 'reasoned'
  | 'picture'
  | 'sound'
  | 'film'
  | 'slow'
  | 'hang'
  | 'silent-end'
  | 'cut'
  | 'malformed'
  | 'html'
  | 'redirect'
  | '401'
  | '404'
  | '429'
  | '500';

/** A server that adapters are held against. */
export interface Stand {
  name: string;
  /** Makes the next request meet this situation; undefined where the server cannot be brought to it. */
  play(situation: Situation, protocol: ProviderName): Promise<Scene | undefined>;
  close(): Promise<void>;
}

/** The address to call, and the prompt. */
export interface Scene {
  target: ProviderTarget;
  prompt: string;
}
