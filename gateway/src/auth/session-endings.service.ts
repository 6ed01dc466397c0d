import { Inject, Injectable } from '@nestjs/common';
import { OpenStreams } from './open-streams.js';
import { SessionPresence } from './session-presence.service.js';
import { SessionRows } from './session-rows.js';

/** Ends the sessions of somebody, wherever they are signed in, and what they are reading with them. */
@Injectable()
export class SessionEndings {
  constructor(
    @Inject(SessionRows) private readonly sessions: SessionRows,
    private readonly presence: SessionPresence,
    private readonly streams: OpenStreams,
  ) {}

  async endAll(userId: string, exceptSid?: string): Promise<void> {
    for (const { sid, publicId, startedAt } of await this.sessions.endAllOf(userId, exceptSid)) {
      this.streams.endSession(sid);
      if (publicId && startedAt) this.presence.ended({ userId, publicId, startedAt: new Date(startedAt) });
    }
  }
}
