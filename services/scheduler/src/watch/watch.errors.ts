import { AppError } from '@polylogue/service-kit';

export const watchedQueryNotFound = () =>
  new AppError('not_found', 'saved_query_not_found', 'The requested query could not be found.');
