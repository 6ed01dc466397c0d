import { AppError } from '@polylogue/service-kit';

/** Another user's medium is reported as missing, too. */
export const mediaNotFound = () => new AppError('not_found', 'media_not_found', 'There is nothing here.');

export const noSuchPart = () => new AppError('invalid', 'no_such_part', 'There is no such part.');

export const storeAway = (cause: unknown) =>
  new AppError('unavailable', 'media_store_unavailable', 'This cannot be read right now. Please try again.', { cause });

export const notKept = () =>
  new AppError('unavailable', 'media_store_unavailable', 'This cannot be kept right now. Please try again.', {
    retryAfterSeconds: 5,
  });
