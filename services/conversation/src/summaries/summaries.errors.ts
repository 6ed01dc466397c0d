import { AppError, type Issue } from '@polylogue/service-kit';

export const invalidSummary = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_summary', issues[0]?.message ?? 'The summary is not valid.', { issues });

export const repliesNotFound = () =>
  new AppError('not_found', 'replies_not_found', 'Some of these replies are not there, or not any more.');

export const summaryNotFound = () => new AppError('not_found', 'summary_not_found', 'There is no such summary.');

export const noSummarizer = () =>
  new AppError(
    'unavailable',
    'no_summarizer',
    'No AI service that writes text can be reached. Try again later, or choose one.',
  );

export const summaryKeyReused = () =>
  new AppError(
    'unusable',
    'idempotency_key_reused',
    'This Idempotency-Key was used for another summary. Send this one with a new key.',
  );

export const summaryStillOpen = () =>
  new AppError('conflict', 'summary_still_open', 'This summary is still being written. Wait for its end, or stop it.');
