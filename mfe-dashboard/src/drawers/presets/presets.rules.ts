import type { AiService, AnswerPreset, AnswerPresetFields, SettingName } from '@polylogue/api-contract';
import {
  errorsOfSettings,
  inWords,
  noteOf,
  settingsFormOf,
  settingsOf,
  settingsSummary,
  type SettingErrors,
  type SettingsForm,
} from '@polylogue/web-kit/answer-settings';

/** A preset as it is typed. */
export interface PresetForm extends SettingsForm {
  name: string;
  aiServices: readonly string[];
}

export type PresetErrors = SettingErrors & { name?: string };

const empty: AnswerPresetFields = { name: '', settings: {}, aiServices: [] };

export const formOf = ({ name, settings, aiServices }: AnswerPresetFields = empty): PresetForm => ({
  name,
  ...settingsFormOf(settings),
  aiServices,
});

/** What a form says; a field that is left empty is the service's own. */
export const fieldsOf = (form: PresetForm): AnswerPresetFields => ({
  name: form.name.trim(),
  settings: settingsOf(form),
  aiServices: [...form.aiServices],
});

/** What is wrong with a form, by field. */
export const errorsOf = (form: PresetForm): PresetErrors => ({
  ...(form.name.trim() === '' && { name: 'Give the preset a name.' }),
  ...errorsOfSettings(form),
});

/** What is said beside a setting: which of the chosen services leave it out, or take less of it. */
export function presetNote(setting: SettingName, form: PresetForm, services: readonly AiService[]): string | undefined {
  const chosen = services.filter(({ name }) => form.aiServices.includes(name));
  return noteOf(setting, settingsOf(form), chosen);
}

/** A preset in a line: what differs from the services' own. */
export const summaryOf = ({ settings }: AnswerPreset): string =>
  settingsSummary(settings) || "the services' own settings";

/** Where a preset stands, and what has become of where it stood. `known`: with services that are not offered any more. */
export function placeOf(
  { aiServices }: Pick<AnswerPreset, 'aiServices'>,
  offered: readonly Pick<AiService, 'name' | 'displayName'>[],
  known: readonly Pick<AiService, 'name' | 'displayName'>[],
): string {
  const standing = offered.filter(({ name }) => aiServices.includes(name)).map(({ displayName }) => displayName);
  const gone = aiServices
    .filter((service) => !offered.some(({ name }) => name === service))
    .map((service) => known.find(({ name }) => name === service)?.displayName ?? service);
  const beside = standing.length > 0 ? [`Stands beside ${standing.join(', ')}`] : [];
  if (gone.length === 0) return beside[0] ?? 'Stands beside no service';
  const are = gone.length === 1 ? 'is' : 'are';
  return [...beside, `${inWords(gone)} ${are} no longer offered: what was written there stays in history`].join('. ');
}
