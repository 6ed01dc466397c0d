import { AppError } from '@polylogue/service-kit';

export const noSuchTag = () => {
  const message = "Tags are each user's own: figures of the whole installation have none. Leave the tag out.";
  return new AppError('invalid', 'invalid_leaderboard', message, { issues: [{ path: 'tag', message }] });
};

export const noSuchScores = () =>
  new AppError('not_found', 'rubric_not_found', 'Nothing was judged by this rubric here. Choose another one.');
