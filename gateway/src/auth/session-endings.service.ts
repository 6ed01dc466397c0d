import { Inject, Injectable } from '@nestjs/common';
import type { EndedSession } from './issued-session.js';
import { OpenStreams } from './open-streams.js';
import { RecentSessions } from './recent-sessions.js';
import { SessionPresence } from './session-presence.service.js';
import { SessionRows, type SessionRow } from './session-rows.js';

/** Ends the sessions of a user, wherever they are signed in, and their open streams. */
@Injectable()
export class SessionEndings {
  constructor(
    @Inject(SessionRows) private readonly sessions: SessionRows,
    private readonly presence: SessionPresence,
    private readonly streams: OpenStreams,
    private readonly recent: RecentSessions,
  ) {}

  async endAll(userId: string, exceptSid?: string): Promise<void> {
    this.publishEnded(await this.sessions.endAllOf(userId, exceptSid));
  }

  /** False where the user has no such session. */
  async endOne(userId: string, publicId: string): Promise<boolean> {
    const ended = await this.sessions.endOneOf(userId, publicId);
    this.publishEnded(ended);
    return ended.length > 0;
  }

  /** Ends what has ended at the issuer. */
  async endIssued(ended: EndedSession): Promise<void> {
    this.publishEnded(await this.sessions.endIssued(ended));
  }

  private publishEnded(rows: readonly SessionRow[]): void {
    for (const { sid, userId, publicId, startedAt } of rows) {
      this.recent.forget(sid);
      this.streams.endSession(sid);
      if (userId && publicId && startedAt) this.presence.ended({ userId, publicId, startedAt: new Date(startedAt) });
    }
  }
}
