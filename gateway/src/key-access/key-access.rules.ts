import { keyScopeOf, limits, type KeyScope, type Route } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';

const keySession = 'key ';

/** What stands for a session's id while a key is used: streams are found by it when the key is revoked. */
export const sessionIdOf = (keyId: string): string => keySession + keyId;

/** The key behind such an id; undefined for that of a session. */
export const keyIdOf = (sessionId: string): string | undefined =>
  sessionId.startsWith(keySession) ? sessionId.slice(keySession.length) : undefined;

/** Refuses what no key may do, an administrator's neither. */
export function mustBeOpenToKeys(route: Route | undefined): void {
  if (route && keyScopeOf(route)) return;
  throw new AppError('forbidden', 'session_only', 'This cannot be done with an API key. Sign in to do it.');
}

/** Refuses a key that was not allowed this. */
export function mustHaveScope(route: Route | undefined, { scopes }: { scopes: readonly KeyScope[] }): void {
  const wanted = route && keyScopeOf(route);
  if (!wanted || !scopes.includes(wanted)) throw lacksScope(wanted);
}

export function lacksScope(scope: KeyScope | undefined): AppError {
  const sentence = `This API key lacks the scope "${scope}". Make one that has it in Your Account.`;
  return new AppError('forbidden', 'scope_missing', sentence);
}

export function invalidKey(): AppError {
  return new AppError('unauthenticated', 'invalid_key', 'This API key is unknown, revoked or expired.');
}

export function tooManyKeys(): AppError {
  const sentence = `You have ${limits.apiKeys.perUser} API keys already. Revoke one you no longer use.`;
  return new AppError('conflict', 'too_many_keys', sentence);
}

export function unknownServices(names: readonly string[]): AppError {
  const sentence = `There is no AI service called ${names.map((name) => `"${name}"`).join(', ')}.`;
  return new AppError('invalid', 'unknown_ai_service', sentence, {
    issues: [{ path: 'aiServices', message: sentence }],
  });
}

export function noSuchKey(): AppError {
  return new AppError('not_found', 'key_not_found', 'There is no such API key.');
}
