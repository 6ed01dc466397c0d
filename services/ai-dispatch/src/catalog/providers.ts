import { anthropicProvider } from '../providers/anthropic/anthropic.provider.js';
import { anthropicBaseUrl } from '../providers/anthropic/anthropic.wire.js';
import { googleProvider } from '../providers/google/google.provider.js';
import { googleBaseUrl } from '../providers/google/google.wire.js';
import type { HttpTransport } from '../providers/http.client.js';
import { openaiCompatibleProvider } from '../providers/openai-compatible/openai-compatible.provider.js';
import { openaiProvider } from '../providers/openai/openai.provider.js';
import { openaiBaseUrl } from '../providers/openai/openai.wire.js';
import type { Provider, ProviderTarget } from '../providers/provider.js';

interface Vendor {
  create(target: ProviderTarget, http: HttpTransport): Provider;
  /** Absent: the catalog has to name the address. */
  baseUrl?: string;
  categories: readonly ProviderTarget['category'][];
}

/** The single list of protocols spoken. */
export const providers = {
  openai: { create: openaiProvider, baseUrl: openaiBaseUrl, categories: ['text', 'image', 'audio', 'video'] },
  anthropic: { create: anthropicProvider, baseUrl: anthropicBaseUrl, categories: ['text'] },
  google: { create: googleProvider, baseUrl: googleBaseUrl, categories: ['text', 'image', 'video'] },
  'openai-compatible': { create: openaiCompatibleProvider, categories: ['text', 'image', 'audio', 'video'] },
} as const satisfies Record<string, Vendor>;

export type ProviderName = keyof typeof providers;
