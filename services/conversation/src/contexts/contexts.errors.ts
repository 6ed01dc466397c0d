import { AppError } from '@polylogue/service-kit';

export const contextNotFound = () =>
  new AppError('not_found', 'context_not_found', 'There is no such reply, or it was not asked for here.');
