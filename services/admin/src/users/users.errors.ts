import { AppError, type Issue } from '@polylogue/service-kit';
import { isId } from './user.rules.js';

export function invalidAccount(issues: Issue[]): AppError {
  return new AppError('invalid', 'invalid_account', issues[0]?.message ?? 'The account is not valid.', { issues });
}

export function emailTaken(): AppError {
  const message = 'An account with this e-mail address exists already. Sign in instead.';
  return new AppError('conflict', 'email_taken', message, { issues: [{ path: 'email', message }] });
}

/** The same for an unknown e-mail and a wrong password: trying to sign in does not reveal which accounts exist. */
export function wrongCredentials(): AppError {
  return new AppError('unauthenticated', 'wrong_credentials', 'The e-mail address or the password is wrong.');
}

export function setupCodeWrong(isMissing: boolean): AppError {
  const where = 'It stands where Polylogue was started; whoever runs this installation knows it.';
  const message = isMissing ? `The first account needs the setup code. ${where}` : `The setup code is wrong. ${where}`;
  return new AppError('forbidden', 'setup_code_wrong', message, { issues: [{ path: 'setupCode', message }] });
}

export function setupCodeUnset(): AppError {
  const sentence =
    'The first account needs a setup code, and none is set. Whoever runs this installation sets SETUP_CODE and starts it again.';
  return new AppError('forbidden', 'setup_code_unset', sentence);
}

export function accountBlocked(): AppError {
  return new AppError('forbidden', 'account_blocked', 'This account has been blocked by an administrator.');
}

export function userNotFound(): AppError {
  return new AppError('not_found', 'user_not_found', 'There is no such user.');
}

/** A text that is no id belongs to no user. */
export function mustBeId(userId: string): string {
  if (isId(userId)) return userId;
  throw userNotFound();
}

export function alreadyApproved(): AppError {
  return new AppError('conflict', 'already_approved', 'This user has been approved already.');
}

export function lastAdmin(): AppError {
  const sentence = 'This is the last administrator. Make somebody else an administrator first.';
  return new AppError('conflict', 'last_admin', sentence);
}

export function notOnYourself(what: string): AppError {
  return new AppError('conflict', 'not_on_yourself', `You cannot ${what} yourself.`);
}

export function noPassword(): AppError {
  const sentence = 'This account has no password here: it signs in with your organisation.';
  return new AppError('conflict', 'no_password', sentence);
}

/** The same for a link that was used, replaced or has ended, and for one that never was. */
export function resetLinkUnknown(): AppError {
  const sentence = 'This link does not hold any longer, or is not complete. Ask an administrator for a new one.';
  return new AppError('not_found', 'reset_link_unknown', sentence);
}

export function adminRequired(): AppError {
  return new AppError('forbidden', 'admin_required', 'Only administrators may do this.');
}
