import { contractLimits } from '@polylogue/proto';
import { AppError, type Issue } from '@polylogue/service-kit';

const { perUser, testsPerHour } = contractLimits.noticeTargets;

export const targetNotFound = () => new AppError('not_found', 'not_found', 'There is no such target.');

export const invalidTarget = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_input', issues[0]?.message ?? 'The target is not valid.', { issues });

const atAddress = (message: string) => [{ path: 'address', message }];

export const invalidAddress = (message: string) => invalidTarget(atAddress(message));

export const targetExists = () => {
  const message = 'Notices go there already.';
  return new AppError('conflict', 'target_exists', message, { issues: atAddress(message) });
};

export const tooManyTargets = () =>
  new AppError('conflict', 'too_many_targets', `There can be at most ${perUser} targets. Remove one first.`);

export const noMail = () =>
  new AppError('unusable', 'no_mail', 'This installation sends no mail. Whoever runs it can set SMTP_URL.', {
    issues: atAddress('This installation sends no mail.'),
  });

export const tooManyTests = () =>
  new AppError(
    'rate_limited',
    'too_many_tests',
    `${testsPerHour} tests and links an hour are sent at most. Try again later.`,
    {
      retryAfterSeconds: 3_600,
    },
  );

export const notConfirmed = () =>
  new AppError('conflict', 'not_confirmed', 'This address is not confirmed yet. Open the link that was sent to it.');

export const confirmedAlready = () =>
  new AppError('conflict', 'confirmed_already', 'This address is confirmed already.');

export const linkNotFound = () =>
  new AppError('not_found', 'link_not_found', 'This link does not hold any longer, or is not complete.');
