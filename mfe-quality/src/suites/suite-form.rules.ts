import {
  suiteLimits,
  type AnswerOf,
  type BodyOf,
  type createSuite,
  type readPromptfoo,
  type SuiteAssertion,
  type SuiteAssertionKind,
} from '@polylogue/api-contract';
import { typedNumber } from '@polylogue/web-kit/answer-settings';
import { candidateOf, emptyForm as emptyBacktest, type BacktestForm } from '../backtests/backtest-form.rules.js';

/** An assertion as it is typed. */
export interface TypedAssertion {
  kind: SuiteAssertionKind;
  not: boolean;
  ignoreCase: boolean;
  within: boolean;
  text: string;
  min: string;
  max: string;
}

type Read = AnswerOf<typeof readPromptfoo>;

/** A new suite as it is typed. */
export interface SuiteForm extends Pick<BacktestForm, 'candidate' | 'settings' | 'judge' | 'usd' | 'calls'> {
  name: string;
  source: 'backtest' | 'promptfoo';
  backtest: string;
  yaml: string;
  /** What the configuration was read as. */
  read: Read | undefined;
  assertions: TypedAssertion[];
}

export type Faults = Partial<
  Record<'name' | 'candidate' | 'backtest' | 'yaml' | 'assertions' | 'usd' | 'calls', string>
>;

/** What each part of the form is given. */
export interface FieldsProps {
  form: SuiteForm;
  faults: Faults;
  onChange: (part: Partial<SuiteForm>) => void;
}

export const newAssertion = (): TypedAssertion => ({
  kind: 'contains',
  not: false,
  ignoreCase: false,
  within: false,
  text: '',
  min: '',
  max: '',
});

export const emptyForm = (backtest: string): SuiteForm => ({
  name: '',
  candidate: '',
  settings: emptyBacktest.settings,
  judge: '',
  usd: '',
  calls: '300',
  source: 'backtest',
  backtest,
  yaml: '',
  read: undefined,
  assertions: backtest === '' ? [] : [newAssertion()],
});

const ofWords: readonly SuiteAssertionKind[] = ['contains', 'equals', 'matches'];
export const isOfWords = (kind: SuiteAssertionKind): boolean => ofWords.includes(kind);
export const hasText = (kind: SuiteAssertionKind): boolean => isOfWords(kind) || kind === 'json' || kind === 'judged';
export const hasMin = (kind: SuiteAssertionKind): boolean => kind === 'length' || kind === 'judged';
export const hasMax = (kind: SuiteAssertionKind): boolean =>
  kind === 'length' || kind === 'cost' || kind === 'response_time';

/** As it is typed again, to be changed. */
export const typedOf = ({ kind, not, ignoreCase, within, text = '', min, max }: SuiteAssertion): TypedAssertion => ({
  kind,
  not,
  ignoreCase,
  within,
  text,
  min: min === undefined ? '' : String(min),
  max: max === undefined ? '' : String(max),
});

/** What is wrong with one of them; undefined when nothing is. */
export function assertionFault(typed: TypedAssertion): string | undefined {
  const { kind, text, min, max } = typed;
  if (hasText(kind) && kind !== 'json' && text === '') return 'Write the text that counts.';
  const bounds = [hasMin(kind) && min, hasMax(kind) && max].filter((bound) => bound !== false && bound.trim() !== '');
  if (bounds.some((bound) => !((typedNumber(bound as string) ?? NaN) >= 0))) return 'A bound is a number from 0.';
  if ((hasMin(kind) || hasMax(kind)) && bounds.length === 0) return 'Write the bound.';
  if (kind === 'judged' && typedNumber(min)! > 100) return 'A score is from 0 to 100.';
  return undefined;
}

export function assertionOf({ kind, not, ignoreCase, within, text, min, max }: TypedAssertion): SuiteAssertion {
  const [least, most] = [hasMin(kind) ? typedNumber(min) : undefined, hasMax(kind) ? typedNumber(max) : undefined];
  return {
    kind,
    not: isOfWords(kind) && not,
    ignoreCase: isOfWords(kind) && ignoreCase,
    within: kind === 'json' && within,
    ...(hasText(kind) && text !== '' && { text }),
    ...(least !== undefined && { min: least }),
    ...(most !== undefined && { max: most }),
  };
}

/** What is wrong, by field. */
export function faultsOf(form: SuiteForm): Faults {
  const faults: Faults = {};
  const { min, max } = suiteLimits.budgetCalls;
  const calls = typedNumber(form.calls) ?? NaN;
  if (form.name.trim() === '') faults.name = 'Give the suite a name.';
  if (form.candidate === '') faults.candidate = 'Choose who is to answer.';
  if (form.source === 'backtest' && form.backtest === '') faults.backtest = 'Choose a backtest.';
  if (form.source === 'promptfoo' && !form.read) faults.yaml = 'Read the configuration first.';
  if (form.source === 'promptfoo' && form.read?.cases.length === 0) faults.yaml = 'Nothing of it is left to be asked.';
  const needsOwn = form.source === 'backtest';
  if (needsOwn && form.assertions.length === 0) faults.assertions = 'Say what has to hold of each answer.';
  if (form.assertions.some((each) => assertionFault(each) !== undefined))
    faults.assertions = 'One of these is not whole.';
  if (form.usd.trim() !== '' && !((typedNumber(form.usd) ?? NaN) >= 0.01))
    faults.usd = 'Write an amount from $0.01, or nothing.';
  if (!(Number.isInteger(calls) && calls >= min && calls <= max))
    faults.calls = `Write a number from ${min} to ${max}.`;
  return faults;
}

/** What is made; undefined while something is missing or wrong. */
export function bodyOf(form: SuiteForm): BodyOf<typeof createSuite> | undefined {
  if (Object.keys(faultsOf(form)).length > 0) return undefined;
  const { name, judge, usd, calls, source, backtest, read, assertions } = form;
  const ofSource = source === 'backtest' ? { backtestId: backtest } : { cases: read!.cases, leftOut: read!.leftOut };
  return {
    name: name.trim(),
    candidate: candidateOf(form),
    budget: { usd: typedNumber(usd) ?? null, calls: typedNumber(calls)! },
    assertions: assertions.map(assertionOf),
    ...(judge !== '' && { judge }),
    ...ofSource,
  };
}
