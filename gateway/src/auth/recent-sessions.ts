import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RecentAnswers } from '@polylogue/service-kit';
import type { SessionData } from 'express-session';
import { Clock } from '../clock.js';
import { ChangeFeed } from './change-feed.js';
import { SessionRows } from './session-rows.js';

/** Half of the second within which a session that was ended elsewhere must have ended here. */
const recentMs = 500;
/** How long one is kept while nothing is heard of a change. */
const keptMs = 60_000;
const maxKept = 10_000;

type Found = Promise<SessionData | null>;

/**
 * Sessions that were looked up before: a page sends many requests at once, and its user goes on after a while. Only of
 * users who are signed in; a sign-in under way may have been begun at another replica just now.
 */
@Injectable()
export class RecentSessions implements OnApplicationShutdown {
  readonly #found: RecentAnswers<SessionData | null>;
  readonly #changes: ChangeFeed;

  constructor(
    @Inject(SessionRows) rows: Pick<SessionRows, 'changes'>,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    const isKept = (found: SessionData | null) => found?.userId !== undefined;
    this.#found = new RecentAnswers({ lastsMs: keptMs, max: maxKept, isKept }, clock);
    const onChanged = (sid: string) => this.forget(sid);
    this.#changes = new ChangeFeed({ read: (since) => rows.changes(since), onChanged, clock });
  }

  /** A session of the caller's own, to be changed at will. */
  async find(sid: string, read: () => Found): Found {
    const known = this.#found.find(sid);
    const holds = this.#changes.holds(this.clock.now() - (known?.ageMs ?? 0));
    if (known && known.ageMs >= recentMs && !holds) this.forget(sid);
    const found = await this.#found.get(sid, read);
    return found && { ...found, cookie: { ...found.cookie } };
  }

  /** It was changed or ended: the next question goes to the table. */
  forget(sid: string): void {
    this.#found.forget(sid);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#changes.stop();
  }
}
