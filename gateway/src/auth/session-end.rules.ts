import type { SessionData } from 'express-session';

/**
 * Whether a session is over: its cookie has expired, which one that was looked up a while ago does not know yet, or it has been
 * unused for longer than it may be. A sign-in under way has not been used yet.
 */
export function isOver({ cookie, lastSeenAt }: Partial<SessionData>, now: number, maxIdleMs: number): boolean {
  const expires = cookie?.expires;
  if (expires && new Date(expires).getTime() <= now) return true;
  return lastSeenAt !== undefined && now - Date.parse(lastSeenAt) > maxIdleMs;
}
