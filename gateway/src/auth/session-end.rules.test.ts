import { describe, expect, it } from '@jest/globals';
import type { SessionData } from 'express-session';
import { isOver } from './session-end.rules.js';

const now = Date.parse('2026-11-28T12:00:00Z');
const session = (expires: string | undefined, lastSeenAt?: string) =>
  ({ cookie: { expires }, lastSeenAt }) as unknown as Partial<SessionData>;

describe('a session is over', () => {
  it.each([
    ['its cookie has expired', session('2026-11-28T12:00:00Z')],
    ['it has been unused for too long', session('2026-12-01T00:00:00Z', '2026-11-28T11:58:59Z')],
  ])('once %s', (_why, over) => expect(isOver(over, now, 60_000)).toBe(true));

  it.each([
    ['its cookie lasts', session('2026-11-28T12:00:01Z', '2026-11-28T11:59:00Z')],
    ['its sign-in is under way', session('2026-12-01T00:00:00Z')],
    ['its cookie has no end', session(undefined)],
  ])('not while %s', (_why, going) => expect(isOver(going, now, 60_000)).toBe(false));
});
