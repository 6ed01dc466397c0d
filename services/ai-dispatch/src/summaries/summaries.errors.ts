import { AppError, type Issue } from '@polylogue/service-kit';

export const badSummary = (path: string, message: string) => {
  const issues: Issue[] = [{ path, message }];
  return new AppError('invalid', 'invalid_input', message, { issues });
};

export const noSummarizer = () =>
  new AppError('unavailable', 'no_summarizer', 'No AI service is available to summarize right now. Please try again.', {
    retryAfterSeconds: 10,
  });

export const summaryFailed = (code: string, sentence: string) =>
  new AppError('unavailable', code, sentence, { retryAfterSeconds: 5 });

export const keyReused = () =>
  new AppError(
    'unusable',
    'idempotency_key_reused',
    'This Idempotency-Key was used for other replies within the last day. Send these with a new key.',
  );
