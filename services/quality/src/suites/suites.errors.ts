import { AppError, type Issue } from '@polylogue/service-kit';
import type { StopReason } from './suite.entity.js';
import { suiteLimits } from './suite-request.rules.js';

export const suiteNotFound = () => new AppError('not_found', 'suite_not_found', 'There is no such suite.');

export const runNotFound = () => new AppError('not_found', 'suite_run_not_found', 'There is no such run of a suite.');

export const invalidSuite = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_suite', issues[0]?.message ?? 'The request is not valid.', { issues });

export const checksUnavailable = () =>
  new AppError(
    'unavailable',
    'checks_unavailable',
    'The patterns and schemas could not be tried. Try again in a moment.',
    {
      retryAfterSeconds: 5,
    },
  );

export const unreadableYaml = (fault: string) =>
  new AppError('invalid', 'unreadable_yaml', `The configuration could not be read: ${fault}`);

export const unknownService = (name: string, path: string) =>
  invalidSuite([
    {
      path,
      message: `There is no text service called ${name}. For a variant, name its service and give its settings.`,
    },
  ]);

export const tooManySuites = () =>
  new AppError('conflict', 'too_many_suites', `You have ${suiteLimits.count} suites. Delete one to make another.`);

export const suiteChanged = () =>
  new AppError(
    'conflict',
    'suite_changed',
    'This suite was changed elsewhere. Load it again and make your change there.',
  );

export const suiteChangedBeforeRun = () =>
  new AppError(
    'conflict',
    'suite_changed',
    'This suite was changed elsewhere, and a run may cost something else now. Load it again and run it then.',
  );

export const suiteIsRunning = () =>
  new AppError('conflict', 'suite_is_running', 'A run of this suite goes on. Change it when that has ended.');

export const nothingToAsk = () =>
  new AppError('unusable', 'nothing_to_ask', 'None of these rounds is there any more, so the suite would be empty.');

export const noJudgeAllowed = () =>
  new AppError(
    'unusable',
    'nobody_judges',
    'The suite has something judged, and judging is switched off or no service can judge.',
  );

export const keyReused = () =>
  new AppError(
    'unusable',
    'idempotency_key_reused',
    'This Idempotency-Key was used for another suite. Send this one with a new key.',
  );

/** Why a run stopped before its end. */
export const stopSentences: Record<StopReason, string> = {
  budget: 'The next call might go beyond the budget of the suite.',
  daily_limit: 'The limit of calls to judges in 24 hours is reached.',
  allowance: 'Your budget for today is used up.',
  not_approved: 'The account is not approved, so nothing is spent for it.',
  service_gone: 'The service that answers is not offered any more.',
  nobody_judges: 'Something is judged, and judging is switched off or no service can judge.',
};

/** Why there is no verdict, where no provider said so. */
export const noVerdict = {
  gone: 'The round was deleted.',
  empty: 'It replied without any text.',
  unreadable: (fault: string) => `The judge's answer could not be read: ${fault}`,
  tooLong: 'It answered far more than was asked.',
  broken: 'It did not answer to the end.',
  serviceGone: 'The service is not offered any more.',
  notAsked: 'Not asked, because the answer fails already.',
  interrupted:
    'The server was interrupted. The case is not asked again in this run, so that nothing is paid for twice.',
  cancelled: 'Stopped.',
  denied: 'The account is no longer approved, so nothing is spent for it.',
};
