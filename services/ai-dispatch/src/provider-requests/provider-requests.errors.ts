import { AppError } from '@polylogue/service-kit';

export const cannotRebuild = (displayName: string) =>
  new AppError('not_found', 'request_not_available', `The request to ${displayName} cannot be made again.`);
