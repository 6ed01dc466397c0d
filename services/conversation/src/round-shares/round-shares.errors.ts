import { contractLimits } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';

const { shares, shareDays } = contractLimits.vote;

/** Missing, expired, revoked, of a round that is gone, or of an owner who may not use the product: all the same. */
export const shareNotFound = () =>
  new AppError('not_found', 'share_not_found', 'There is no such shared round. Its owner may have ended the sharing.');

export const invalidDays = () => {
  const message = `A round is shared for 1 to ${shareDays} days.`;
  return new AppError('invalid', 'invalid_share', message, { issues: [{ path: 'days', message }] });
};

export const tooManyShares = () =>
  new AppError('conflict', 'too_many_shares', `You share ${shares} rounds, which is the most. End the sharing of one.`);

export const stillOpen = () =>
  new AppError(
    'conflict',
    'round_still_open',
    'Some replies of this round are still being written. Share it when all of them have ended.',
  );

export const nothingToCompare = () =>
  new AppError(
    'conflict',
    'too_few_replies',
    'A vote compares complete replies of at least two services, and this round has fewer.',
  );

export const notOnlyText = () =>
  new AppError('conflict', 'round_has_media', 'Only rounds whose replies are text can be shared.');
