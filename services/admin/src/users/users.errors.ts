import { AppError, type Issue } from '@polylogue/service-kit';

export function invalidAccount(issues: Issue[]): AppError {
  return new AppError('invalid', 'invalid_account', issues[0]?.message ?? 'The account is not valid.', { issues });
}

export function emailTaken(): AppError {
  const message = 'An account with this e-mail address exists already. Sign in instead.';
  return new AppError('conflict', 'email_taken', message, { issues: [{ path: 'email', message }] });
}

/** The same for an unknown e-mail and a wrong password: nobody learns which accounts exist by trying to sign in. */
export function wrongCredentials(): AppError {
  return new AppError('unauthenticated', 'wrong_credentials', 'The e-mail address or the password is wrong.');
}

export function accountBlocked(): AppError {
  return new AppError('forbidden', 'account_blocked', 'This account has been blocked by an administrator.');
}

export function userNotFound(): AppError {
  return new AppError('not_found', 'user_not_found', 'There is no such user.');
}
