/** The entry for screens that say how a service answers: presets, defaults, settings of a comparison, what is left out of them. */
export {
  ComparisonSettingsForm,
  type ComparisonSettingsFormProps,
} from './answer-settings/comparison-settings-form.js';
export { useSaveSettings } from './answer-settings/save-settings.api.js';
export { SettingFields, type SettingFieldsProps } from './answer-settings/setting-fields.js';
export { noteOf } from './answer-settings/setting-notes.rules.js';
export { useNotesBefore, type Sending } from './answer-settings/use-notes-before.js';
export { inWords } from './formatting/in-words.js';
export {
  errorsOfSettings,
  settingsFormOf,
  settingsOf,
  settingsSummary,
  tokensError,
  typedNumber,
  type SettingErrors,
  type SettingsForm,
} from './answer-settings/settings-form.rules.js';
