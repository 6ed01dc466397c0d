import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
import * as errors from './ai-chat.errors.js';
import type { Session, SessionInput, Turn } from './ai-chat.entity.js';
import { SessionsRepository } from './sessions.repository.js';
import { TurnRunner } from './turn-runner.service.js';
import { isSessionId, issuesOfSession } from './turn.rules.js';
import { TurnsRepository } from './turns.repository.js';

export interface SessionWithTurns {
  session: Session;
  turns: Turn[];
}

/** AI conversations as they are kept; an id selects among the caller's own only. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly turns: TurnsRepository,
    private readonly runner: TurnRunner,
    private readonly database: Database,
  ) {}

  /** Latest first; with `afterId` by id, those after it. */
  list({ userId }: Caller, limit: number, afterId?: string): Promise<Session[]> {
    const rows = limit > 0 ? Math.min(limit, 200) : 50;
    return this.database.asUser(userId, (tx) =>
      afterId === undefined ? this.sessions.list(tx, userId, rows) : this.sessions.listAfter(tx, userId, afterId, rows),
    );
  }

  async get({ userId }: Caller, sessionId: string): Promise<SessionWithTurns> {
    if (!isSessionId(sessionId)) throw errors.sessionNotFound();
    return this.database.asUser(userId, async (tx) => {
      const session = await this.sessions.find(tx, userId, sessionId);
      if (!session) throw errors.sessionNotFound();
      const turns = await this.turns.list(tx, userId, sessionId);
      return { session, turns: turns.map((turn) => this.#withLiveText(userId, turn)) };
    });
  }

  async save(caller: Caller, input: SessionInput): Promise<SessionWithTurns> {
    caller.mustBeApproved();
    const issues = issuesOfSession(input);
    if (issues.length > 0) throw errors.invalidTurn(issues);
    await this.database.asUser(caller.userId, (tx) => this.sessions.save(tx, caller.userId, input));
    return this.get(caller, input.sessionId);
  }

  /** Deletes a session with its turns; a turn that is being written is stopped, and not stored again. */
  async delete({ userId }: Caller, sessionId: string): Promise<void> {
    const open = await this.database.asUser(userId, async (tx) => {
      // Locked first, so that no turn is stored in between whose key would not be kept.
      await this.sessions.lock(tx, userId, sessionId);
      const requested = await this.turns.requestCancel(tx, userId, sessionId);
      await this.turns.keepKeys(tx, userId, sessionId);
      if (!(await this.sessions.delete(tx, userId, sessionId))) throw errors.sessionNotFound();
      return requested;
    });
    // A turn that runs in another process is stopped there, when its row is found missing.
    for (const turnId of open) this.runner.stop(turnId, 'lost');
  }

  /** The text of a turn that runs here is newer than what is stored of it. */
  #withLiveText(userId: string, turn: Turn): Turn {
    const running = turn.end ? undefined : this.runner.findOf(userId, turn.id);
    return running ? { ...turn, content: running.content } : turn;
  }
}
