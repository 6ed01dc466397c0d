import { limits } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import type { z } from 'zod';

export const tooLarge = () =>
  new AppError(
    'too_large',
    'import_too_large',
    `The file is larger than ${limits.importBytes / 1024 ** 3} GB. Export fewer conversations at a time, for example one AI service after the other.`,
  );

export const pieceTooLarge = () =>
  new AppError(
    'too_large',
    'import_too_large',
    'A single message in the file is longer than any that can be kept. Nothing was imported.',
  );

export const notAnExport = (cause: unknown) =>
  new AppError('invalid', 'invalid_import', 'This is not a JSON export of conversations. Nothing was imported.', {
    cause,
  });

export const anotherVersion = () =>
  new AppError(
    'unusable',
    'unknown_schema_version',
    'This export was made by another version and cannot be read here. Nothing was imported.',
  );

export const scoresAway = (cause: unknown) =>
  new AppError(
    'unavailable',
    'scores_unavailable',
    'The file holds scores, and the service that keeps them is not available right now. Nothing was imported; please try again.',
    { cause, retryAfterSeconds: 5 },
  );

export const mapsAway = (cause: unknown) =>
  new AppError(
    'unavailable',
    'agreement_maps_unavailable',
    'The file holds agreement maps, and the service that keeps them is not available right now. Nothing was imported; please try again.',
    { cause, retryAfterSeconds: 5 },
  );

export const alreadyImporting = () =>
  new AppError('conflict', 'import_running', 'Another import of yours is still being read. Wait until it is done.');

export function titleTooLong(position: number): AppError {
  const sentence = `The title of conversation ${position} of the file is longer than ${limits.conversationTitle} characters. Shorten it in the file; nothing was imported.`;
  const path = `conversations.${position - 1}.title`;
  return new AppError('invalid', 'invalid_import', sentence, { issues: [{ path, message: sentence }] });
}

/** `position` counts from 1. */
export function damaged(
  position: number,
  path: readonly PropertyKey[],
  issue?: Pick<z.core.$ZodIssue, 'path' | 'message'>,
): AppError {
  const sentence = `Conversation ${position} of the file is damaged. Nothing was imported.`;
  const where = ['conversations', position - 1, ...path, ...(issue?.path ?? [])].map(String).join('.');
  return new AppError('invalid', 'invalid_import', sentence, {
    issues: [{ path: where, message: issue?.message ?? sentence }],
  });
}
