import { Inject, Injectable } from '@nestjs/common';
import type { SessionData } from 'express-session';
import { Clock } from '../clock.js';

/** Half of the second within which a session that was ended elsewhere must have ended here. */
const recentMs = 500;

type Found = Promise<SessionData | null>;

/**
 * Sessions that were looked up a moment ago: a page asks for many things at once, and panels ask over and over. Only of
 * people who are signed in; a sign-in under way may have been begun at another replica just now.
 */
@Injectable()
export class RecentSessions {
  readonly #found = new Map<string, { at: number; session: Found }>();

  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /** A session of the caller's own, to be changed at will. */
  async find(sid: string, read: () => Found): Found {
    const now = this.clock.now();
    const known = this.#found.get(sid);
    return structuredClone(await (known && now - known.at < recentMs ? known.session : this.#read(sid, now, read)));
  }

  /** It was changed or ended here: the next question goes to the table. */
  forget(sid: string): void {
    this.#found.delete(sid);
  }

  #read(sid: string, at: number, read: () => Found): Found {
    const session = read();
    const entry = { at, session };
    const drop = () => this.#found.get(sid) === entry && this.#found.delete(sid);
    this.#dropUntil(at - recentMs);
    this.#found.delete(sid);
    this.#found.set(sid, entry);
    session.then((found) => found?.userId === undefined && drop(), drop);
    return session;
  }

  // The oldest stand first.
  #dropUntil(time: number): void {
    for (const [sid, { at }] of this.#found) {
      if (at > time) return;
      this.#found.delete(sid);
    }
  }
}
