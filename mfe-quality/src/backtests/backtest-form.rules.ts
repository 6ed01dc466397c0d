import {
  backtestLimits,
  limits,
  type AiService,
  type AnswerPreset,
  type BacktestBudget,
  type BacktestCandidate,
  type BacktestEstimate,
  type BacktestSource,
  type BodyOf,
  type createBacktest,
  type estimateBacktest,
} from '@polylogue/api-contract';
import { money } from '@polylogue/web-kit';
import {
  errorsOfSettings,
  settingsFormOf,
  settingsOf,
  typedNumber,
  type SettingErrors,
  type SettingsForm,
} from '@polylogue/web-kit/answer-settings';

/** A new backtest as it is typed. */
export interface BacktestForm {
  name: string;
  /** A service or one of its variants, whose settings are those below until they are changed. */
  candidate: string;
  settings: SettingsForm;
  source: BacktestSource;
  tag: string;
  /** The id of the frozen set; empty: none is chosen. */
  suite: string;
  count: string;
  /** Empty: one is chosen for each round. */
  judge: string;
  usd: string;
  calls: string;
  peopleCompare: boolean;
}

/** Who is to answer, and how, as it is typed. */
export type CandidateForm = Pick<BacktestForm, 'candidate' | 'settings'>;

export type Faults = SettingErrors & Partial<Record<'candidate' | 'tag' | 'suite' | 'count' | 'usd' | 'calls', string>>;

export const emptyForm: BacktestForm = {
  name: '',
  candidate: '',
  settings: settingsFormOf(),
  source: 'newest',
  tag: '',
  suite: '',
  count: '50',
  judge: '',
  usd: '',
  calls: String(backtestLimits.budgetCalls.max),
  peopleCompare: false,
};

/** The form as it is opened: on the rounds of a suite where a link names one. */
export const firstForm = (suiteId: string | null): BacktestForm =>
  suiteId === null ? emptyForm : { ...emptyForm, source: 'suite', suite: suiteId };

/** The services that can be a candidate: those that write text, each followed by its variants. */
export const candidatesIn = (services: readonly AiService[]): AiService[] =>
  services.filter(({ category }) => category === 'text');

/** Another candidate, with the settings it has as a variant. */
export function withCandidate(form: CandidateForm, candidate: string, presets: readonly AnswerPreset[]): CandidateForm {
  const preset = presets.find(({ id }) => candidate.endsWith(`..${id}`));
  const wasVariant = form.candidate.includes('..');
  const settings = preset ? settingsFormOf(preset.settings) : wasVariant ? settingsFormOf() : form.settings;
  return { candidate, settings };
}

/** Who is called, and how. */
export const candidateOf = ({ candidate, settings }: CandidateForm): BacktestCandidate => ({
  aiService: serviceOf(candidate),
  settings: settingsOf(settings),
});

/** The service that is called. */
export const serviceOf = (candidate: string): string => candidate.split('..')[0]!;

/** What is wrong, by field. */
export function faultsOf(form: BacktestForm): Faults {
  const faults: Faults = { ...errorsOfSettings(form.settings), ...budgetFaults(form) };
  const count = typedNumber(form.count) ?? NaN;
  if (form.candidate === '') faults.candidate = 'Choose who is to answer.';
  if (form.source === 'tag' && form.tag.trim() === '') faults.tag = 'Name the tag.';
  if (form.source === 'suite' && form.suite === '') faults.suite = 'Choose the frozen set.';
  if (form.source !== 'suite' && !isWhole(count, 1, backtestLimits.rounds))
    faults.count = `Write a number from 1 to ${backtestLimits.rounds}.`;
  return faults;
}

/** What is wrong with a budget as it is typed. */
export function budgetFaults({ usd, calls }: Pick<BacktestForm, 'usd' | 'calls'>): Pick<Faults, 'usd' | 'calls'> {
  const { budgetUsd, budgetCalls } = backtestLimits;
  const amount = typedNumber(usd) ?? budgetUsd.min;
  const faults: Pick<Faults, 'usd' | 'calls'> = {};
  if (!(amount >= budgetUsd.min && amount <= budgetUsd.max))
    faults.usd = `Write an amount from ${money(budgetUsd.min)} to ${money(budgetUsd.max)}, or nothing.`;
  if (!isWhole(typedNumber(calls) ?? NaN, budgetCalls.min, budgetCalls.max))
    faults.calls = `Write a number from ${budgetCalls.min} to ${budgetCalls.max}.`;
  return faults;
}

const isWhole = (figure: number, min: number, max: number) =>
  Number.isInteger(figure) && figure >= min && figure <= max;

export const budgetOf = ({ usd, calls }: Pick<BacktestForm, 'usd' | 'calls'>): BacktestBudget => ({
  usd: typedNumber(usd) ?? null,
  calls: typedNumber(calls)!,
});

/** What is to be estimated; undefined while what it depends on is missing or wrong. */
export function wantedOf(form: BacktestForm): BodyOf<typeof estimateBacktest> | undefined {
  const { usd: _usd, calls: _calls, ...faults } = faultsOf(form);
  if (Object.keys(faults).length > 0) return undefined;
  const { judge } = form;
  return {
    candidate: candidateOf(form),
    sample: sampleOf(form),
    ...(judge !== '' && { judge }),
  };
}

/** Which rounds: so many, or all of a frozen set. */
function sampleOf({ source, tag, suite, count }: BacktestForm): BodyOf<typeof estimateBacktest>['sample'] {
  if (source === 'suite') return { source, suiteId: suite };
  return { source, count: typedNumber(count)!, ...(source === 'tag' && { tag: tag.trim() }) };
}

/** What is begun; undefined while something is missing or wrong. */
export function bodyOf(form: BacktestForm): BodyOf<typeof createBacktest> | undefined {
  const wanted = wantedOf(form);
  if (!wanted || Object.keys(budgetFaults(form)).length > 0) return undefined;
  const name = form.name.trim();
  const people = form.peopleCompare && { peopleCompare: true };
  return { ...wanted, budget: budgetOf(form), ...(name !== '' && { name }), ...people };
}

/** Says beforehand that the budget will not reach; undefined where it will. */
export function shortBudget(estimate: BacktestEstimate, form: BacktestForm): string | undefined {
  if (Object.keys(budgetFaults(form)).length > 0) return undefined;
  const { usd, calls } = budgetOf(form);
  if (calls < estimate.calls) return `It will pause after ${calls} of ${estimate.calls} calls: that is its budget.`;
  if (usd === null || !estimate.cost || usd >= estimate.cost.high) return undefined;
  return `It may pause before its end: ${money(usd)} may not be enough.`;
}

/** What is said beside a setting that the candidate does not take, or only in part. */
export function settingNote(setting: keyof SettingsForm, form: SettingsForm, service: AiService | undefined) {
  if (!service) return undefined;
  const { supports, displayName, maxOutputTokens: max = Infinity } = service;
  if (supports && !supports.includes(setting)) return `${displayName} will be asked without it.`;
  const isShorter = setting === 'maxOutputTokens' && (typedNumber(form.maxOutputTokens) ?? 0) > max;
  return isShorter ? `${displayName} may use at most ${max.toLocaleString('en-US')}.` : undefined;
}

export const tagLength = limits.comparison.tagLength;
