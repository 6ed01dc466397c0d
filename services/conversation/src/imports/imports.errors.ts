import { AppError } from '@polylogue/service-kit';

export const badImport = (sentence: string) =>
  new AppError('invalid', 'invalid_import', sentence, { issues: [{ path: 'conversations', message: sentence }] });

export const importQuotaReached = ({ messages, bytes }: { messages: number; bytes: number }) =>
  new AppError(
    'rate_limited',
    'import_quota_reached',
    `One account can import ${messages.toLocaleString('en')} messages and ${bytes / 1024 / 1024} MB in 24 hours, and this file goes beyond that. Nothing was imported. Export fewer conversations at a time, or try again tomorrow.`,
    { retryAfterSeconds: 24 * 60 * 60 },
  );

export const stillDeleting = () =>
  new AppError(
    'conflict',
    'deletion_under_way',
    'Conversations that you deleted are still being removed. Nothing was imported. Please try again in a minute.',
    { retryAfterSeconds: 60 },
  );
