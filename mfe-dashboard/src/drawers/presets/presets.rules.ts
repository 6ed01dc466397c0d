import {
  limits,
  type AiService,
  type AnswerPreset,
  type AnswerPresetFields,
  type AnswerSettings,
  type SettingName,
} from '@polylogue/api-contract';

/** A preset as it is typed. */
export interface PresetForm {
  name: string;
  systemPrompt: string;
  temperature: string;
  reasoningEffort: NonNullable<AnswerSettings['reasoningEffort']> | '';
  maxOutputTokens: string;
  webSearch: boolean;
  aiServices: readonly string[];
}

export type PresetErrors = Partial<Record<keyof PresetForm, string>>;

export const efforts = { '': "The service's own", low: 'Low', medium: 'Medium', high: 'High' } as const;

const empty: AnswerPresetFields = { name: '', settings: {}, aiServices: [] };

export function formOf({ name, settings, aiServices }: AnswerPresetFields = empty): PresetForm {
  return {
    name,
    systemPrompt: settings.systemPrompt ?? '',
    temperature: settings.temperature?.toString() ?? '',
    reasoningEffort: settings.reasoningEffort ?? '',
    maxOutputTokens: settings.maxOutputTokens?.toString() ?? '',
    webSearch: settings.webSearch ?? false,
    aiServices,
  };
}

/** What a form says; a field that is left empty is the service's own. */
export function fieldsOf(form: PresetForm): AnswerPresetFields {
  const number = (typed: string) => (typed.trim() === '' ? undefined : Number(typed.replace(',', '.')));
  return {
    name: form.name.trim(),
    settings: {
      systemPrompt: form.systemPrompt.trim() || undefined,
      temperature: number(form.temperature),
      reasoningEffort: form.reasoningEffort || undefined,
      maxOutputTokens: number(form.maxOutputTokens),
      webSearch: form.webSearch || undefined,
    },
    aiServices: [...form.aiServices],
  };
}

/** What is wrong with a form, by field. */
export function errorsOf(form: PresetForm): PresetErrors {
  const { name, settings } = fieldsOf(form);
  const { temperature = 0, maxOutputTokens = 1 } = settings;
  const most = limits.answerPreset.maxOutputTokens;
  const errors: PresetErrors = {};
  if (name === '') errors.name = 'Give the preset a name.';
  if (!(temperature >= 0 && temperature <= 2)) errors.temperature = 'The temperature must be between 0 and 2.';
  if (!(Number.isInteger(maxOutputTokens) && maxOutputTokens >= 1 && maxOutputTokens <= most)) {
    errors.maxOutputTokens = `The longest answer must be between 1 and ${most.toLocaleString('en-US')} tokens.`;
  }
  return errors;
}

/** The names of the chosen services that do not take a setting; of one whose settings are not known nothing is said. */
export function ignoredBy(services: readonly AiService[], chosen: readonly string[], setting: SettingName): string[] {
  return services
    .filter(({ name, supports }) => chosen.includes(name) && supports && !supports.includes(setting))
    .map(({ displayName }) => displayName);
}

/** Said beside a setting that some of the chosen services do not take. */
export const ignoredSentence = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `${names.join(', ')} will be asked without it.`;

/** A preset in a line: what differs from the services' own. */
export function summaryOf({ settings }: AnswerPreset): string {
  const { systemPrompt, temperature, reasoningEffort, maxOutputTokens, webSearch } = settings;
  const parts = [
    temperature !== undefined && `temperature ${temperature}`,
    reasoningEffort && `${reasoningEffort} effort`,
    maxOutputTokens !== undefined && `at most ${maxOutputTokens.toLocaleString('en-US')} tokens`,
    webSearch && 'web search',
    systemPrompt && `“${systemPrompt.replaceAll(/\s+/g, ' ')}”`,
  ];
  return parts.filter(Boolean).join(' · ') || "the services' own settings";
}
