import { AppError, type Issue } from '@polylogue/service-kit';

export const invalidVote = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_vote', issues[0]?.message ?? 'The request is not valid.', { issues });

export const roundNotFound = () => new AppError('not_found', 'broadcast_not_found', 'There is no such broadcast.');

export const shareNotFound = () =>
  new AppError('not_found', 'share_not_found', 'There is no such shared round. Its owner may have ended the sharing.');

export const voteNotFound = () =>
  new AppError('not_found', 'vote_not_found', 'There is no vote of yours on this round.');

export const roundStillOpen = () =>
  new AppError(
    'conflict',
    'round_still_open',
    'Some replies of this round are still being written. Vote when all of them have ended.',
  );

export const tooFewReplies = () =>
  new AppError(
    'conflict',
    'too_few_replies',
    'A vote compares complete replies of at least two services, and this round has fewer.',
  );
