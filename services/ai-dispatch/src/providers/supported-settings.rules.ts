import { maxAnthropicTemperature, takesAnthropicTemperature } from './anthropic/anthropic.wire.js';
import { googleReasons } from './google/google.wire.js';
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

const claudeReasoning = /^claude-(3-7|(opus|sonnet|haiku|fable|mythos)-[4-9])/;
const compatibleReasoning = /(^|\/)(o\d|gpt-5|gpt-oss|deepseek-r|qwq|qwen3|grok-3-mini|magistral)/i;

type OfModel = Readonly<Record<Service['provider'], (model: string) => boolean>>;

/** Models with a setting for how much to reason. Of an unknown model nothing is claimed. */
const reasons: OfModel = {
  openai: (model) => openaiReasoning.test(model),
  anthropic: (model) => claudeReasoning.test(model),
  google: googleReasons,
  'openai-compatible': (model) => compatibleReasoning.test(model),
};

/** Models that take a temperature. */
const samples: OfModel = {
  // Those that reason, and those that search with every message, refuse one.
  openai: (model) => !openaiReasoning.test(model) && !alwaysSearches(model),
  anthropic: takesAnthropicTemperature,
  google: () => true,
  'openai-compatible': () => true,
};

type Searches = (service: Pick<Service, 'model' | 'baseUrl'>) => boolean;

const searches: Readonly<Record<Service['provider'], Searches>> = {
  openai: (service) => openaiSearch(service) !== undefined,
  anthropic: () => true,
  google: () => true,
  'openai-compatible': (service) => compatibleSearch(service) !== undefined,
};

/** What a service takes, by its protocol and model and by what administrators allow. */
export function supportedSettings(service: Service): SupportedSettings {
  const { provider, model, category, demo, answerLimits } = service;
  const isText = category === 'text';
  return {
    systemPrompt: isText,
    temperature: isText && samples[provider](model),
    reasoningEffort: isText && !demo && reasons[provider](model),
    maxOutputTokens: isText,
    // Nothing is searched for by the demo.
    webSearch: isText && !demo && searches[provider](service) && answerLimits?.allowsWebSearch !== false,
  };
}

/** Of a temperature that a service takes: how it is bound. */
export interface TemperatureBounds {
  /** Absent: 2, or not known. */
  maxTemperature?: number | undefined;
  /** With a reasoning effort there is no temperature. */
  temperatureOrEffort?: true | undefined;
}

/** How far the temperature of a service goes, and whether a reasoning effort takes its place. */
export function temperatureBounds(service: Service): TemperatureBounds {
  const { temperature, reasoningEffort } = supportedSettings(service);
  if (service.provider !== 'anthropic' || !temperature) return {};
  return { maxTemperature: maxAnthropicTemperature, temperatureOrEffort: reasoningEffort || undefined };
}

const names: Readonly<Record<keyof CallSettings, string>> = {
  systemPrompt: 'instructions',
  temperature: 'a temperature',
  reasoningEffort: 'a reasoning effort',
  maxOutputTokens: 'a longest answer',
  webSearch: 'web search',
};

interface Applied {
  settings: CallSettings;
  /** A sentence about each setting that is left out or made smaller. */
  warnings: string[];
}

type NamedService = Service & { displayName: string };

/** What of the wanted settings a service is sent. */
export function applicableSettings(service: NamedService, wanted: CallSettings): Applied {
  const applied: Applied = { settings: { ...wanted }, warnings: [] };
  leaveOut(service, applied);
  boundTemperature(service, applied);
  boundLength(service, applied);
  return applied;
}

/** Takes out what the service does not take. */
function leaveOut(service: NamedService, { settings, warnings }: Applied): void {
  const all = Object.keys(names) as (keyof CallSettings)[];
  const wanted = all.filter((name) => settings[name] !== undefined && settings[name] !== false);
  // Of most calls: what a model takes is read from its name.
  if (wanted.length === 0) return;
  const supported = supportedSettings(service);
  for (const name of wanted) {
    if (supported[name]) continue;
    delete settings[name];
    warnings.push(`${service.displayName} does not take ${names[name]}; it was left out.`);
  }
}

function boundTemperature(service: NamedService, { settings, warnings }: Applied): void {
  const { temperature, reasoningEffort } = settings;
  if (temperature === undefined) return;
  const { maxTemperature = Infinity, temperatureOrEffort } = temperatureBounds(service);
  if (temperatureOrEffort && reasoningEffort) {
    delete settings.temperature;
    warnings.push(
      `${service.displayName} takes a temperature or a reasoning effort, not both; the temperature was left out.`,
    );
  } else if (temperature > maxTemperature) {
    settings.temperature = maxTemperature;
    warnings.push(`${service.displayName} takes a temperature of at most ${maxTemperature}, not ${temperature}.`);
  }
}

/** Holds the limit of administrators, which is the length where nothing is wanted. */
function boundLength(service: NamedService, { settings, warnings }: Applied): void {
  const max = service.answerLimits?.maxOutputTokens;
  if (max === undefined || !supportedSettings(service).maxOutputTokens) return;
  const { maxOutputTokens: asked = max } = settings;
  if (asked > max) warnings.push(`${service.displayName} may answer with at most ${max} tokens here, not ${asked}.`);
  settings.maxOutputTokens = Math.min(asked, max);
}
