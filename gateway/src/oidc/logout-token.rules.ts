const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** A session that ended at the issuer: one of its sessions, or all of a person's. */
export interface EndedSession {
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
}

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
