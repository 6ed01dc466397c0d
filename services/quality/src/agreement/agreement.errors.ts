import { AppError, type Issue } from '@polylogue/service-kit';

export const invalidMap = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_agreement_map', issues[0]?.message ?? 'The request is not valid.', { issues });

export const repliesNotFound = () =>
  new AppError('not_found', 'replies_not_found', 'Some of these replies are not there, or not any more.');

export const mapNotFound = () =>
  new AppError('not_found', 'agreement_map_not_found', 'There is no such agreement map.');

export const claimNotFound = () =>
  new AppError('not_found', 'claim_not_found', 'This agreement map has no such claim.');

export const noExtractor = () =>
  new AppError(
    'unavailable',
    'no_extractor',
    'No AI service that writes text can be reached. Try again later, or choose one.',
  );

export const extractorGone = (name: string) =>
  new AppError(
    'unusable',
    'extractor_gone',
    `"${name.slice(0, 64)}", which was chosen to read the answers, is no longer offered. Choose another service.`,
  );

export const invalidReading = (message: string) => new AppError('invalid', 'invalid_reading', message);

/** What came of a reading, where a service said so. */
export const notRead = (code: string, sentence: string) => new AppError('unusable', code, sentence);

export const keyReused = () =>
  new AppError(
    'unusable',
    'idempotency_key_reused',
    'This Idempotency-Key was used for another agreement map. Send this one with a new key.',
  );

export const shuttingDown = () =>
  new AppError('unavailable', 'shutting_down', 'This server is being restarted. Try again in a moment.', {
    retryAfterSeconds: 2,
  });

/** Why there is no map, where no provider said so. */
export const noMap = {
  unreadable: "The extractor's answer could not be read, also when asked again. Try again, or choose another service.",
  tooLong: 'The extractor answered far more than was asked.',
  broken: 'The extractor did not answer to the end.',
  interrupted: 'The server was interrupted while the map was being made. Nothing is asked again unless you ask.',
  cancelled: 'Stopped.',
  denied: 'The account is no longer approved, so nothing is spent for it.',
};
