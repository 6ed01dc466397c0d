import { AppError, type Issue } from '@polylogue/service-kit';

export { keyReused, mapNotFound, repliesNotFound, shuttingDown } from '../agreement/agreement.errors.js';

export const invalidAnswer = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_merged_answer', issues[0]?.message ?? 'The request is not valid.', { issues });

export const answerNotFound = () =>
  new AppError('not_found', 'merged_answer_not_found', 'There is no such merged answer.');

export const mapNotReady = () =>
  new AppError(
    'conflict',
    'agreement_map_not_completed',
    'One answer is written from a completed agreement map. This one is not.',
  );

export const nothingProven = () =>
  new AppError(
    'conflict',
    'nothing_proven',
    'This map has no claim with a proven passage that is not marked as wrong, so there is nothing to write from.',
  );

export const noWriter = () =>
  new AppError(
    'unavailable',
    'no_writer',
    'No AI service that writes text can be reached. Try again later, or choose one.',
  );

export const basisStillOpen = () =>
  new AppError('conflict', 'merged_answer_still_open', 'This version is still being written. Wait for its end.');

/** Why an answer is not whole, where no provider said so. */
export const noAnswer = {
  empty: 'The writer answered without any text.',
  uncited: 'The writer named none of the claims, so nothing it wrote is proven.',
  tooLong: 'The writer answered far more than was asked.',
  broken: 'The writer did not answer to the end.',
  interrupted: 'The server was interrupted while the answer was being written. Nothing is asked again unless you ask.',
  cancelled: 'Stopped.',
  denied: 'The account is no longer approved, so nothing is spent for it.',
};
