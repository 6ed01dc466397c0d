import type { SessionData } from 'express-session';

/** Whether a session has been unused for longer than it may be. A sign-in under way has not been used yet. */
export function isIdle({ lastSeenAt }: Partial<SessionData>, now: number, maxIdleMs: number): boolean {
  return lastSeenAt !== undefined && now - Date.parse(lastSeenAt) > maxIdleMs;
}
