import type { ConfiguredAiService } from '@polylogue/api-contract';
import {
  errorsOfSettings,
  settingsFormOf,
  tokensError,
  typedNumber,
  type SettingsForm,
} from '@polylogue/web-kit/answer-settings';

/** How a service answers and what no user may exceed, as it is typed. */
export interface AnswersForm extends SettingsForm {
  /** Empty: no limit. */
  maxTokensAllowed: string;
  allowsWebSearch: boolean;
}

type Answers = Pick<ConfiguredAiService, 'answerDefaults' | 'answerLimits'>;

/** What is wrong, by the field's path in the body. */
export type AnswerFaults = Readonly<Record<string, string | undefined>>;

export const answersFormOf = ({ answerDefaults, answerLimits }: Answers): AnswersForm => ({
  ...settingsFormOf(answerDefaults),
  maxTokensAllowed: answerLimits?.maxOutputTokens?.toString() ?? '',
  allowsWebSearch: answerLimits?.allowsWebSearch ?? true,
});

export const answerLimitsOf = ({ maxTokensAllowed, allowsWebSearch }: AnswersForm) => ({
  maxOutputTokens: typedNumber(maxTokensAllowed),
  allowsWebSearch: allowsWebSearch ? undefined : false,
});

/** Whether two forms say the same. */
export const saysTheSame = (one: AnswersForm, other: AnswersForm): boolean =>
  (Object.keys(one) as (keyof AnswersForm)[]).every((key) => one[key] === other[key]);

/** What is wrong with the form, by path. */
export function answerIssuesOf(form: AnswersForm): Record<string, string> {
  const defaults = Object.entries(errorsOfSettings(form)).map(([key, said]) => [`answerDefaults.${key}`, said]);
  const maxError = tokensError(form.maxTokensAllowed);
  return { ...Object.fromEntries(defaults), ...(maxError && { 'answerLimits.maxOutputTokens': maxError }) } as Record<
    string,
    string
  >;
}

/** The same by field, for the form. */
export function answerFaultsOf(faults: AnswerFaults) {
  const found = Object.entries(faults).flatMap(([path, said]) => {
    if (path === 'answerLimits.maxOutputTokens') return [['maxTokensAllowed', said]];
    return path.startsWith('answerDefaults.') ? [[path.slice('answerDefaults.'.length), said]] : [];
  });
  return Object.fromEntries(found) as Partial<Record<keyof AnswersForm, string>>;
}
