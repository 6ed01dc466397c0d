import { AppError } from '@polylogue/service-kit';

/** In the words of conversation, for an id that cannot be one. */
export const noSuchComparison = () =>
  new AppError('not_found', 'comparison_not_found', 'There is no such comparison. It may have been deleted.');
