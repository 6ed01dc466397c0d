import { AppError, type Issue } from '@polylogue/service-kit';
import { maxRounds } from './settling.rules.js';

export const invalidRound = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_settle_round', issues[0]?.message ?? 'The request is not valid.', { issues });

export const mapNotFinished = () =>
  new AppError('conflict', 'map_not_finished', 'Only a finished agreement map can be settled.');

export const beingSettled = () =>
  new AppError('conflict', 'being_settled', 'This map is being settled. Wait for the round to end, or stop it.');

export const noRoundsLeft = () =>
  new AppError(
    'conflict',
    'no_rounds_left',
    `These claims went back ${maxRounds === 2 ? 'twice' : `${maxRounds} times`} already. What is still in dispute stays so.`,
  );

export const nothingDisputed = () =>
  new AppError('conflict', 'nothing_disputed', 'No claim of this map is in dispute any more.');

export const noAuthorsToAsk = () =>
  new AppError('conflict', 'nobody_to_ask', 'None of the services that disagree is offered any more.');

export const keyReused = () =>
  new AppError(
    'unusable',
    'idempotency_key_reused',
    'This Idempotency-Key was used for another round. Send this one with a new key.',
  );

/** Why a service has no view, where no provider said so. */
export const noView = {
  unreadable: 'Its answer could not be read, so what it thinks of these claims is not known.',
  tooLong: 'It answered far more than was asked.',
  broken: 'It did not answer to the end.',
  gone: 'It is not offered any more, so it was not asked.',
};

/** Why a round did not come to its end. */
export const noRound = {
  unanswered: 'None of the services answered.',
  repliesGone: 'Some of the replies are not there any more.',
  interrupted: 'The server was interrupted while services were asked. Nothing is asked again unless you ask.',
  cancelled: 'Stopped.',
  denied: 'The account is no longer approved, so nothing is spent for it.',
};
