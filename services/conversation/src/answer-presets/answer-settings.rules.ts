import { contractLimits, type GenerationSettings } from '@polylogue/proto';
import type { Issue } from '@polylogue/service-kit';
import type { AnswerSettings } from './answer-preset.entity.js';

const limits = contractLimits.answerPreset;
const efforts = ['low', 'medium', 'high'];

/** Settings as they are stored: none that says nothing. */
export function normalizedSettings(settings: Partial<GenerationSettings> = {}): AnswerSettings {
  const { systemPrompt = '', temperature, reasoningEffort, maxOutputTokens, webSearch } = settings;
  return {
    // Postgres stores no NUL.
    systemPrompt: systemPrompt.replaceAll('\0', '').trim() || undefined,
    temperature,
    reasoningEffort,
    maxOutputTokens,
    webSearch: webSearch || undefined,
  };
}

/** What is wrong with settings; empty when nothing is. */
export function issuesOfSettings(settings: AnswerSettings): Issue[] {
  const { systemPrompt = '', temperature = 0, reasoningEffort = 'low', maxOutputTokens = 1 } = settings;
  const faults: [isFault: boolean, setting: keyof AnswerSettings, message: string][] = [
    [
      systemPrompt.length > limits.systemPrompt,
      'systemPrompt',
      `The instructions can have at most ${limits.systemPrompt} characters.`,
    ],
    [!(temperature >= 0 && temperature <= 2), 'temperature', 'The temperature must be between 0 and 2.'],
    [!efforts.includes(reasoningEffort), 'reasoningEffort', 'The reasoning effort must be low, medium or high.'],
    [
      !(Number.isInteger(maxOutputTokens) && maxOutputTokens >= 1 && maxOutputTokens <= limits.maxOutputTokens),
      'maxOutputTokens',
      `The longest answer must be between 1 and ${limits.maxOutputTokens} tokens.`,
    ],
  ];
  return faults.flatMap(([isFault, setting, message]) => (isFault ? [{ path: `settings.${setting}`, message }] : []));
}

/** Settings as other services read them; undefined where none says anything. */
export function toSettings(stored: AnswerSettings | null): GenerationSettings | undefined {
  const settings = normalizedSettings(stored ?? {});
  if (Object.values(settings).every((value) => value === undefined)) return undefined;
  return { ...settings, answerSchema: false };
}
