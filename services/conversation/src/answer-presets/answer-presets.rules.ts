import { aiServiceNameShape, contractLimits, presetIdOf, variantName, type AnswerPresetFields } from '@polylogue/proto';
import type { Issue } from '@polylogue/service-kit';
import type { AnswerSettings } from './answer-preset.entity.js';
import { issuesOfSettings, normalizedSettings } from './answer-settings.rules.js';

const limits = contractLimits.answerPreset;

/** A preset as it is stored: a name of one line, and no setting that says nothing. */
export interface PresetInput {
  name: string;
  settings: AnswerSettings;
  aiServices: string[];
}

export function normalizedPreset({ name, settings, aiServices }: AnswerPresetFields): PresetInput {
  return {
    // Postgres stores no NUL.
    name: name.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim(),
    settings: normalizedSettings(settings),
    aiServices: [...new Set(aiServices)],
  };
}

/** What is wrong with a normalized preset; empty when nothing is. */
export function issuesOfPreset({ name, settings, aiServices }: PresetInput): Issue[] {
  const issues: Issue[] = [];
  if (name === '') issues.push({ path: 'name', message: 'Give the preset a name.' });
  if (name.length > limits.name) {
    issues.push({ path: 'name', message: `A name can have at most ${limits.name} characters.` });
  }
  issues.push(...issuesOfSettings(settings));
  if (aiServices.length > contractLimits.targets || !aiServices.every(isService)) {
    issues.push({ path: 'aiServices', message: 'Choose AI services that are on offer.' });
  }
  return issues;
}

/** A service, short enough for the name of its variant. */
const isService = (name: string): boolean =>
  presetIdOf(name) === undefined && aiServiceNameShape.test(variantName(name, 'aaaaaa'));
