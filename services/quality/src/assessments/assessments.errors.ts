import { AppError } from '@polylogue/service-kit';

export const judgingOff = () =>
  new AppError(
    'conflict',
    'judging_off',
    'Judging is switched off on this installation; an administrator can change that.',
  );

export const broadcastNotFound = () => new AppError('not_found', 'broadcast_not_found', 'There is no such broadcast.');

export const tooManyBroadcasts = (max: number) =>
  new AppError('invalid', 'invalid_rounds', `The judging of 1 to ${max} rounds is estimated at a time.`);

/** Nobody reads it. */
export const callerLeft = () => new AppError('unavailable', 'caller_left', 'The caller left before the answer.');
