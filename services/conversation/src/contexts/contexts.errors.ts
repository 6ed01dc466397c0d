import { contractLimits } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';

export const contextNotFound = () =>
  new AppError('not_found', 'context_not_found', 'There is no such reply, or it was not asked for here.');

export const tooManyServices = () =>
  new AppError('invalid', 'too_many_services', `A message can go to at most ${contractLimits.targets} AI services.`);

export const requestNotAvailable = (displayName: string) =>
  new AppError(
    'not_found',
    'request_not_available',
    `${displayName} is not offered any more, so the request cannot be made again. The messages above are kept.`,
  );
