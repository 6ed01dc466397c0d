import { AppError } from '@polylogue/service-kit';

export const contextNotFound = () =>
  new AppError('not_found', 'context_not_found', 'There is no such reply, or it was not asked for here.');

export const requestNotAvailable = (displayName: string) =>
  new AppError(
    'not_found',
    'request_not_available',
    `${displayName} is not offered any more, so the request cannot be made again. The messages above are kept.`,
  );
