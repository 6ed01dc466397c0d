/** The entry for forms that say how a service answers: presets of a user, defaults of an administrator. */
export { SettingFields, type SettingFieldsProps } from './answer-settings/setting-fields.js';
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
