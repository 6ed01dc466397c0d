import type { BacktestSample } from '@polylogue/proto';
import { AppError, type Issue } from '@polylogue/service-kit';
import type { PauseReason } from './backtest.entity.js';
import { maxFailuresInARow } from './next-call.rules.js';
import { backtestLimits } from './request.rules.js';

export const backtestNotFound = () => new AppError('not_found', 'backtest_not_found', 'There is no such backtest.');

/** As a suite that is not there is answered elsewhere. */
export const frozenSetNotFound = () => new AppError('not_found', 'suite_not_found', 'There is no such suite.');

export const caseNotFound = () =>
  new AppError('not_found', 'backtest_case_not_found', 'There is no such case of this backtest.');

export const invalidBacktest = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_backtest', issues[0]?.message ?? 'The request is not valid.', { issues });

export const unknownService = (name: string, path: string) =>
  invalidBacktest([
    {
      path,
      message: `There is no text service called ${name}. For a variant, name its service and give its settings.`,
    },
  ]);

export const tooManyBacktests = () =>
  new AppError(
    'conflict',
    'too_many_backtests',
    `You have ${backtestLimits.count} backtests. Delete one to begin another.`,
  );

export const nothingToCompare = ({ suiteId }: BacktestSample) =>
  new AppError(
    'unusable',
    'nothing_to_compare',
    suiteId === undefined
      ? 'None of these rounds can be compared. A round needs a complete reply of text, and is left out while it is blind or has pictures.'
      : 'None of the cases of this frozen set can be compared. A case needs a round of your own that was not deleted, with a complete reply of text, and is left out while it is blind or has pictures.',
  );

export const judgingIsOff = () =>
  new AppError(
    'unusable',
    'judging_is_off',
    'Judging is switched off on this installation, so nothing can be compared.',
  );

export const onlyJudgesCompare = () =>
  new AppError(
    'unusable',
    'only_judges_compare',
    'In this backtest only judges compare, so there is nothing to vote on.',
  );

export const pairsEnded = () =>
  new AppError('conflict', 'pairs_ended', 'The comparison by people has ended, and it is shown who wrote what.');

export const caseIsHidden = () =>
  new AppError(
    'conflict',
    'case_is_hidden',
    'You compare the replies of this backtest blind. Its rounds can be read when you have compared them all, or end it.',
  );

export const pairNotFound = () =>
  new AppError('not_found', 'backtest_pair_not_found', 'There is no such pair to compare.');

export const invalidChoice = () =>
  invalidBacktest([{ path: 'choice', message: 'Say first, second, tie or both_bad.' }]);

export const keyReused = () =>
  new AppError(
    'unusable',
    'idempotency_key_reused',
    'This Idempotency-Key was used for another backtest. Send this one with a new key.',
  );

/** Why a backtest waits. */
export const pauseSentences: Record<PauseReason, string> = {
  user: 'You paused it.',
  budget: 'The next call might go beyond its budget. Give it a larger one to go on.',
  daily_limit: 'The limit of calls to judges in 24 hours is reached. Go on tomorrow.',
  allowance: 'Your budget for today is used up. Go on tomorrow.',
  not_approved: 'The account is not approved, so nothing is spent for it.',
  failures: `Its last ${maxFailuresInARow} calls failed one after another. Read why in its rounds, then go on.`,
};

/** Why a case has no verdict, where no provider said so. */
export const noVerdict = {
  gone: 'The round was deleted.',
  empty: 'The candidate replied without any text.',
  unreadable: "The judge's answer could not be read.",
  tooLong: 'It answered far more than was asked.',
  broken: 'It did not answer to the end.',
  serviceGone: 'The service is not offered any more.',
  interrupted: 'The server was interrupted during a call. It is not made again, so that nothing is paid for twice.',
  cancelled: 'Stopped.',
  denied: 'The account is no longer approved, so nothing is spent for it.',
};
