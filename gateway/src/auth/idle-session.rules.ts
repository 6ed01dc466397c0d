import type { SessionData } from 'express-session';

/** Whether nobody has used a session for longer than it may stand idle. A sign-in under way has not been used yet. */
export function isIdle({ lastSeenAt }: Partial<SessionData>, now: number, maxIdleMs: number): boolean {
  return lastSeenAt !== undefined && now - Date.parse(lastSeenAt) > maxIdleMs;
}
