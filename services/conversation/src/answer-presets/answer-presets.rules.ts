import { aiServiceNameShape, contractLimits, presetIdOf, variantName, type AnswerPresetFields } from '@polylogue/proto';
import type { Issue } from '@polylogue/service-kit';
import type { AnswerSettings } from './answer-preset.entity.js';

const limits = contractLimits.answerPreset;
const efforts = ['low', 'medium', 'high'];

/** A preset as it is stored: a name of one line, and no setting that says nothing. */
export interface PresetInput {
  name: string;
  settings: AnswerSettings;
  aiServices: string[];
}

export function normalizedPreset({ name, settings, aiServices }: AnswerPresetFields): PresetInput {
  const { systemPrompt = '', temperature, reasoningEffort, maxOutputTokens, webSearch } = settings ?? {};
  return {
    // Postgres stores no NUL.
    name: name.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim(),
    settings: {
      systemPrompt: systemPrompt.replaceAll('\0', '').trim() || undefined,
      temperature,
      reasoningEffort,
      maxOutputTokens,
      webSearch: webSearch || undefined,
    },
    aiServices: [...new Set(aiServices)],
  };
}

/** What is wrong with a normalized preset; empty when nothing is. */
export function issuesOfPreset({ name, settings, aiServices }: PresetInput): Issue[] {
  const { systemPrompt = '', temperature = 0, reasoningEffort = 'low', maxOutputTokens = 1 } = settings;
  const faults: [isFault: boolean, path: string, message: string][] = [
    [name === '', 'name', 'Give the preset a name.'],
    [name.length > limits.name, 'name', `A name can have at most ${limits.name} characters.`],
    [
      systemPrompt.length > limits.systemPrompt,
      'settings.systemPrompt',
      `The instructions can have at most ${limits.systemPrompt} characters.`,
    ],
    [!(temperature >= 0 && temperature <= 2), 'settings.temperature', 'The temperature must be between 0 and 2.'],
    [
      !efforts.includes(reasoningEffort),
      'settings.reasoningEffort',
      'The reasoning effort must be low, medium or high.',
    ],
    [
      !(Number.isInteger(maxOutputTokens) && maxOutputTokens >= 1 && maxOutputTokens <= limits.maxOutputTokens),
      'settings.maxOutputTokens',
      `The longest answer must be between 1 and ${limits.maxOutputTokens} tokens.`,
    ],
    [
      aiServices.length > contractLimits.targets || !aiServices.every(isService),
      'aiServices',
      'Choose AI services that are on offer.',
    ],
  ];
  return faults.flatMap(([isFault, path, message]) => (isFault ? [{ path, message }] : []));
}

/** A service, short enough for the name of its variant. */
const isService = (name: string): boolean =>
  presetIdOf(name) === undefined && aiServiceNameShape.test(variantName(name, 'aaaaaa'));
