import { AppError } from '@polylogue/service-kit';

export const tooFewBlind = () => {
  const sentence = 'A blind round needs at least two AI services. Select another one, or switch Blind off.';
  return new AppError('invalid', 'too_few_services', sentence, {
    issues: [{ path: 'selectedAIs', message: sentence }],
  });
};

export const notBlindable = (displayNames: readonly string[]) => {
  const sentence = `A blind round is for services that write text. Leave out ${displayNames.join(', ')}, or switch Blind off.`;
  return new AppError('invalid', 'not_text_services', sentence, {
    issues: [{ path: 'selectedAIs', message: sentence }],
  });
};

export const noLongerBlind = () =>
  new AppError(
    'conflict',
    'round_revealed',
    'This blind round has been revealed, or is not there any more. Reload the page and send your message again.',
  );

/** For what would reveal which service is which, or would mix a blind thread with others. */
export const blindUntilVote = () =>
  new AppError('conflict', 'round_is_blind', 'This round is blind. Vote on it first: then it shows who is who.');

/** For who would see the names without a vote where one is possible. */
export const roundCanBeCompared = () =>
  new AppError(
    'conflict',
    'round_can_be_compared',
    'Replies of this comparison can be compared, now or when they have ended. Vote on them: that shows who is who.',
  );
