import { Inject, Injectable } from '@nestjs/common';
import { RecentAnswers } from '@polylogue/service-kit';
import type { SessionData } from 'express-session';
import { Clock } from '../clock.js';

/** Half of the second within which a session that was ended elsewhere must have ended here. */
const recentMs = 500;

type Found = Promise<SessionData | null>;

/**
 * Sessions that were looked up a moment ago: a page sends many requests at once, and panels poll. Only of
 * users who are signed in; a sign-in under way may have been begun at another replica just now.
 */
@Injectable()
export class RecentSessions {
  readonly #found: RecentAnswers<SessionData | null>;

  constructor(@Inject(Clock) clock: Clock) {
    this.#found = new RecentAnswers({ lastsMs: recentMs, isKept: (found) => found?.userId !== undefined }, clock);
  }

  /** A session of the caller's own, to be changed at will. */
  async find(sid: string, read: () => Found): Found {
    return structuredClone(await this.#found.get(sid, read));
  }

  /** It was changed or ended here: the next question goes to the table. */
  forget(sid: string): void {
    this.#found.forget(sid);
  }
}
