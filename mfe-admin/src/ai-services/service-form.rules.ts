import {
  aiServiceChange,
  newAiService,
  type AiServicePreset,
  type BodyOf,
  type addAiService,
  type changeAiService,
  type ConfiguredAiService,
} from '@polylogue/api-contract';
import { settingsOf } from '@polylogue/web-kit/answer-settings';
import { answerIssuesOf, answerLimitsOf, answersFormOf, saysTheSame, type AnswersForm } from './answers-form.rules.js';

/** The form as it is typed. */
export interface ServiceForm {
  preset: string;
  name: string;
  displayName: string;
  category: ConfiguredAiService['category'];
  provider: string;
  baseUrl: string;
  model: string;
  color: string;
  apiKey: string;
  answers: AnswersForm;
  /** Whether it is given pictures; empty: as is known of its model. */
  sees: '' | 'yes' | 'no';
}

/** What is wrong, by the path of the field. */
export type FormFaults = Partial<Record<string, string>>;

export const emptyForm: ServiceForm = {
  preset: '',
  name: '',
  displayName: '',
  category: 'text',
  provider: 'openai-compatible',
  baseUrl: '',
  model: '',
  color: '#036EAE',
  apiKey: '',
  answers: answersFormOf({}),
  sees: '',
};

export const providerLabels: Readonly<Record<string, string>> = {
  'openai-compatible': 'OpenAI-compatible',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
};

export const categoryLabels = { text: 'Text AI', image: 'Image AI', audio: 'Audio AI', video: 'Video AI' } as const;

/** `ChatGPT (EU)` is `chatgpt-eu`; a name that is taken gets a number. */
export function nameFor(displayName: string, taken: readonly string[]): string {
  const slug = displayName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 56);
  if (slug === '' || !taken.includes(slug)) return slug;
  let number = 2;
  while (taken.includes(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

export function formOfPreset(
  preset: AiServicePreset | undefined,
  form: ServiceForm,
  taken: readonly string[],
): ServiceForm {
  if (!preset) return { ...form, preset: '' };
  const { id, provider, baseUrl, displayName, model, color } = preset;
  return { ...form, preset: id, provider, baseUrl, displayName, model, color, name: nameFor(displayName, taken) };
}

export function formOf(service: ConfiguredAiService): ServiceForm {
  const { name, displayName, category, provider, baseUrl, model, color, preset } = service;
  const sees = service.sees === undefined ? '' : service.sees ? 'yes' : 'no';
  const fields = { name, displayName, category, provider, baseUrl, model, color };
  return { ...fields, preset: preset ?? '', apiKey: '', sees, answers: answersFormOf(service) };
}

export function bodyToAdd({ preset, apiKey, sees, answers, ...fields }: ServiceForm): BodyOf<typeof addAiService> {
  const key = apiKey.trim();
  const given = { ...(preset && { preset }), ...(key && { apiKey: key }), ...(sees && { sees: sees === 'yes' }) };
  const answering = !saysTheSame(answers, emptyForm.answers) && answersIn(answers);
  return { ...fields, ...given, ...answering } as BodyOf<typeof addAiService>;
}

const answersIn = (form: AnswersForm) => ({
  answerDefaults: settingsOf(form),
  answerLimits: answerLimitsOf(form),
});

/** Only what is different: an absent field stays. */
export function bodyToChange(form: ServiceForm, service: ConfiguredAiService): BodyOf<typeof changeAiService> {
  const before = formOf(service);
  const keys = ['displayName', 'category', 'provider', 'baseUrl', 'model', 'color'] as const;
  const changed = keys.filter((key) => form[key] !== before[key]).map((key) => [key, form[key]]);
  const key = form.apiKey.trim();
  const sees = form.sees !== before.sees && form.sees !== '' && { sees: form.sees === 'yes' };
  const answers = !saysTheSame(form.answers, before.answers) && answersIn(form.answers);
  const given = { ...(key && { apiKey: key }), ...sees, ...answers };
  return { ...Object.fromEntries(changed), ...given } as BodyOf<typeof changeAiService>;
}

/** The faults the contract finds, each beside its field. */
export function faultsOf(form: ServiceForm, service: ConfiguredAiService | undefined): FormFaults {
  const { error } = service
    ? aiServiceChange.safeParse(bodyToChange(form, service))
    : newAiService.safeParse(bodyToAdd(form));
  const faults = toFaults((error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })));
  return { ...faults, ...answerIssuesOf(form.answers) };
}

export function toFaults(issues: readonly { path: string; message: string }[]): FormFaults {
  return Object.fromEntries([...issues].reverse().map(({ path, message }) => [path, message]));
}

/** Whether saving would take the stored key away: it belongs to the address it was given for. */
export function dropsKey(form: ServiceForm, service: ConfiguredAiService | undefined): boolean {
  if (service?.key !== 'stored' || form.apiKey !== '') return false;
  return originOf(form.baseUrl) !== originOf(service.baseUrl);
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);
