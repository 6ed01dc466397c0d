import { compatibleSearch } from './openai-compatible/web-search.rules.js';
import { alwaysSearches, openaiSearch } from './openai/openai.wire.js';
import type { CallSettings, ProviderTarget } from './provider.js';

/** Which settings a service takes. */
export type SupportedSettings = Readonly<Record<keyof CallSettings, boolean>>;

/** What no user may exceed. */
export interface AnswerLimits {
  /** The longest answer, in tokens; absent: the provider's own. */
  maxOutputTokens?: number | undefined;
  /** Absent: allowed. */
  allowsWebSearch?: boolean | undefined;
}

interface Service extends Pick<ProviderTarget, 'model' | 'category' | 'baseUrl'> {
  provider: 'openai' | 'anthropic' | 'google' | 'openai-compatible';
  demo: boolean;
  answerLimits?: AnswerLimits | undefined;
}

const openaiReasoning = /^(o\d|gpt-5(?!.*(chat|-search-)))/;

/** Models with a setting for how much to reason. Of an unknown model nothing is claimed. */
const reasons: Readonly<Record<Service['provider'], RegExp>> = {
  openai: openaiReasoning,
  anthropic: /^claude-(3-7|(opus|sonnet|haiku|fable|mythos)-[4-9])/,
  google: /^gemini-(2\.5|[3-9])/,
  'openai-compatible': /(^|\/)(o\d|gpt-5|gpt-oss|deepseek-r|qwq|qwen3|grok-3-mini|magistral)/i,
};

type Searches = (service: Pick<Service, 'model' | 'baseUrl'>) => boolean;

const searches: Readonly<Record<Service['provider'], Searches>> = {
  openai: (service) => openaiSearch(service) !== undefined,
  anthropic: () => true,
  google: () => true,
  'openai-compatible': (service) => compatibleSearch(service) !== undefined,
};

/** OpenAI's models that reason, and those that search with every message, refuse one. */
const openaiFixedTemperature = (model: string) => openaiReasoning.test(model) || alwaysSearches(model);

/** What a service takes, by its protocol and model and by what administrators allow. */
export function supportedSettings(service: Service): SupportedSettings {
  const { provider, model, category, demo, answerLimits } = service;
  const isText = category === 'text';
  return {
    systemPrompt: isText,
    temperature: isText && !(provider === 'openai' && openaiFixedTemperature(model)),
    reasoningEffort: isText && !demo && reasons[provider].test(model),
    maxOutputTokens: isText,
    // Nothing is searched for by the demo.
    webSearch: isText && !demo && searches[provider](service) && answerLimits?.allowsWebSearch !== false,
  };
}

const names: Readonly<Record<keyof CallSettings, string>> = {
  systemPrompt: 'instructions',
  temperature: 'a temperature',
  reasoningEffort: 'a reasoning effort',
  maxOutputTokens: 'a longest answer',
  webSearch: 'web search',
};

/** What of the wanted settings a service is sent, and a sentence about each that is left out or made smaller. */
export function applicableSettings(
  service: Service & { displayName: string },
  wanted: CallSettings,
): { settings: CallSettings; warnings: string[] } {
  const supported = supportedSettings(service);
  const settings: CallSettings = { ...wanted };
  const warnings: string[] = [];
  for (const name of Object.keys(names) as (keyof CallSettings)[]) {
    if (wanted[name] === undefined || wanted[name] === false || supported[name]) continue;
    delete settings[name];
    warnings.push(`${service.displayName} does not take ${names[name]}; it was left out.`);
  }
  const max = supported.maxOutputTokens ? service.answerLimits?.maxOutputTokens : undefined;
  if (max === undefined) return { settings, warnings };
  const { maxOutputTokens: asked = max } = settings;
  if (asked > max) warnings.push(`${service.displayName} may answer with at most ${max} tokens here, not ${asked}.`);
  return { settings: { ...settings, maxOutputTokens: Math.min(asked, max) }, warnings };
}
