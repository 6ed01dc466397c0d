import { AppError } from '@polylogue/service-kit';

export const judgingOff = () =>
  new AppError(
    'conflict',
    'judging_off',
    'Judging is switched off on this installation; an administrator can change that.',
  );

export const broadcastNotFound = () => new AppError('not_found', 'broadcast_not_found', 'There is no such broadcast.');
