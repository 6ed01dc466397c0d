import type { EndedSession } from '../auth/issued-session.js';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** What the checked claims of a logout token end; undefined when it is another kind of token. */
export function endedByToken(claims: Readonly<Record<string, unknown>>): EndedSession | undefined {
  const { iss, sub, sid, events, nonce } = claims;
  const isEvents = typeof events === 'object' && events !== null;
  const event: unknown =
    isEvents && Object.hasOwn(events, logoutEvent) ? (events as Record<string, unknown>)[logoutEvent] : null;
  // An ID token has a nonce, and must not do as a logout token.
  if (typeof event !== 'object' || event === null || nonce !== undefined || typeof iss !== 'string') return undefined;
  const [subject, session] = [textOf(sub), textOf(sid)];
  return subject || session ? { issuer: iss, subject, sid: session } : undefined;
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}
