import { grouped, limits, type AnswerSettings } from '@polylogue/api-contract';

/** How a service is to answer, as it is typed; what is empty is the service's own. */
export interface SettingsForm {
  systemPrompt: string;
  temperature: string;
  reasoningEffort: NonNullable<AnswerSettings['reasoningEffort']> | '';
  maxOutputTokens: string;
  webSearch: boolean;
}

/** A sentence for each field that is wrong. */
export type SettingErrors = Partial<Record<keyof SettingsForm, string>>;

/** The choices of effort with their labels. */
export const efforts = { low: 'Low', medium: 'Medium', high: 'High' } as const;

/** The fields for settings that were kept; without any, an empty form. */
export const settingsFormOf = (settings: AnswerSettings = {}): SettingsForm => ({
  systemPrompt: settings.systemPrompt ?? '',
  temperature: settings.temperature?.toString() ?? '',
  reasoningEffort: settings.reasoningEffort ?? '',
  maxOutputTokens: settings.maxOutputTokens?.toString() ?? '',
  webSearch: settings.webSearch ?? false,
});

/** A number as users type it, with a point or a comma; undefined for an empty field, NaN for what is none. */
export const typedNumber = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : Number(typed.replace(',', '.'));

/** What a form says; whether that is right, {@link errorsOfSettings} knows. */
export const settingsOf = (form: SettingsForm): AnswerSettings => ({
  systemPrompt: form.systemPrompt.trim() || undefined,
  temperature: typedNumber(form.temperature),
  reasoningEffort: form.reasoningEffort || undefined,
  maxOutputTokens: typedNumber(form.maxOutputTokens),
  webSearch: form.webSearch || undefined,
});

/** What is wrong with a form, by field. */
export function errorsOfSettings(form: SettingsForm): SettingErrors {
  const { temperature = 0 } = settingsOf(form);
  const errors: SettingErrors = {};
  if (!(temperature >= 0 && temperature <= 2)) errors.temperature = 'The temperature must be between 0 and 2.';
  const error = tokensError(form.maxOutputTokens);
  if (error) errors.maxOutputTokens = error;
  return errors;
}

/** Why a typed number of tokens is no longest answer; undefined for one that is, and for an empty field. */
export function tokensError(typed: string): string | undefined {
  const { maxOutputTokens: max } = limits.answerPreset;
  const tokens = typedNumber(typed) ?? 1;
  if (Number.isInteger(tokens) && tokens >= 1 && tokens <= max) return undefined;
  return `The longest answer must be between 1 and ${grouped(max)} tokens.`;
}

/** Settings in a line: what differs from the service's own. Empty when nothing does. */
export function settingsSummary(settings: AnswerSettings): string {
  const { systemPrompt, temperature, reasoningEffort, maxOutputTokens, webSearch } = settings;
  const parts = [
    temperature !== undefined && `temperature ${temperature}`,
    reasoningEffort && `${reasoningEffort} effort`,
    maxOutputTokens !== undefined && `at most ${grouped(maxOutputTokens)} tokens`,
    webSearch && 'web search',
    systemPrompt && `“${systemPrompt.replaceAll(/\s+/g, ' ')}”`,
  ];
  return parts.filter(Boolean).join(' · ');
}
