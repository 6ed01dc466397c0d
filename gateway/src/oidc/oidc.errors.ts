import { AppError } from '@polylogue/service-kit';

/** A callback without a sign-in of this browser, or of one begun too long ago, or that came already. */
export function signInNotBegun(): AppError {
  const sentence =
    'This sign-in was begun in another browser, too long ago, or is finished already. Please begin again.';
  return new AppError('invalid', 'sign_in_not_begun', sentence);
}

/** `what` names the part for the log; the user cannot act on it. */
export function answerRefused(what: string, cause?: unknown): AppError {
  const sentence =
    'The answer of your identity provider could not be trusted, so nobody was signed in. Please begin again; if it happens again, tell your administrator.';
  return new AppError('unauthenticated', 'issuer_answer_refused', sentence, { cause: cause ?? new Error(what) });
}

/** The issuer itself refused. Its message is not shown: anyone who can craft a link controls them. */
export function issuerSaidNo(error: string): AppError {
  const sentence =
    error === 'access_denied'
      ? 'Your identity provider did not let you in, or you cancelled. Begin again, or ask your administrator for access.'
      : 'Your identity provider could not sign you in. Please begin again.';
  return new AppError('forbidden', 'issuer_said_no', sentence);
}

export function issuerAway(cause?: unknown): AppError {
  const sentence = 'Your identity provider does not answer at the moment. Please try again in a minute.';
  return new AppError('unavailable', 'issuer_away', sentence, { retryAfterSeconds: 10, cause });
}

/** The operator's to mend; the log says what is wrong. */
export function issuerUnusable(what: string): AppError {
  const sentence = 'Signing in with your identity provider is not set up right. Please tell your administrator.';
  return new AppError('unavailable', 'issuer_unusable', sentence, { retryAfterSeconds: 60, cause: new Error(what) });
}

/** Said to the issuer's server; the reason is for its log and ours. */
export function logoutTokenRefused(why: string): AppError {
  return new AppError('invalid', 'logout_token_refused', `The logout token is refused: ${why}.`);
}

export function emailMissing(): AppError {
  const sentence =
    'Your identity provider did not tell your e-mail address. Agree to share it, or ask your administrator to have it told.';
  return new AppError('forbidden', 'email_missing', sentence);
}

export function emailNotVerified(): AppError {
  const sentence = 'Your identity provider has not verified your e-mail address. Verify it there, then sign in again.';
  return new AppError('forbidden', 'email_not_verified', sentence);
}

export function localSignInOff(): AppError {
  return new AppError('forbidden', 'local_sign_in_off', 'Accounts here are those of your organisation. Sign in there.');
}
