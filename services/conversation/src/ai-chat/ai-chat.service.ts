import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  Database,
  Drain,
  isDuplicate,
  issuesOfKey,
  ProcessIdentity,
  type Caller,
  type Transaction,
} from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import type { ConversationConfig } from '../config.js';
import type { ThreadMessage } from '../replies/thread.rules.js';
import { followText } from '../texts/follow-text.js';
import * as errors from './ai-chat.errors.js';
import type { Session, Turn, TurnInput, TurnStreamEvent } from './ai-chat.entity.js';
import { chatThread } from './chat-thread.rules.js';
import { moderatorCall, moderatorThread } from './moderator.rules.js';
import { SessionsRepository } from './sessions.repository.js';
import { TurnRunner } from './turn-runner.service.js';
import { isSessionId, issuesOfTurn, maxReplies } from './turn.rules.js';
import { TurnsRepository, type NewTurn } from './turns.repository.js';

/** A turn to be stored and dispatched. */
type TurnRequest = Pick<NewTurn, 'sessionId' | 'kind' | 'aiService' | 'message' | 'interjection' | 'idempotencyKey'> & {
  /** What must be equal for two requests with one key to count as the same. */
  body: unknown;
  /** What is sent, once it is known what is stored. */
  threadOf: (session: Session, turns: readonly Turn[]) => ThreadMessage[];
};

type Stored = { turn: Turn; thread: ThreadMessage[] } | { repeated: string };

/** Turns of AI conversations: stored first, then dispatched. Answers a turn's id; its stream is read separately. */
@Injectable()
export class AiChatService {
  readonly #leaseMs: number;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly turns: TurnsRepository,
    private readonly runner: TurnRunner,
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
  }

  async send(caller: Caller, input: TurnInput): Promise<string> {
    caller.mustBeApproved();
    const issues = issuesOfTurn(input);
    if (issues.length > 0) throw errors.invalidTurn(issues);
    const { sessionId, aiService, message, history, interjection, idempotencyKey } = input;
    return this.#start(caller.userId, {
      sessionId,
      kind: 'reply',
      aiService,
      message,
      interjection,
      idempotencyKey,
      body: [sessionId, aiService, message, history, interjection ?? null],
      threadOf: ({ setup }) => chatThread(setup, aiService, history, message),
    });
  }

  /** Lets a moderator sum up what is stored. */
  async summarize(caller: Caller, sessionId: string, aiService: string, idempotencyKey?: string): Promise<string> {
    caller.mustBeApproved();
    if (!isSessionId(sessionId)) throw errors.sessionNotFound();
    const issues = issuesOfKey(idempotencyKey);
    if (issues.length > 0) throw errors.invalidTurn(issues);
    const message = 'Sum up this conversation.';
    return this.#start(caller.userId, {
      sessionId,
      kind: 'summary',
      aiService,
      message,
      idempotencyKey,
      body: ['summary', sessionId, aiService],
      threadOf: (session, turns) => moderatorThread(session, turns),
    });
  }

  /** Requests the end of the turn that is being written. Answers how many there were. */
  async cancel({ userId }: Caller, sessionId: string): Promise<number> {
    const open = await this.database.asUser(userId, async (tx) => {
      if (!(await this.sessions.find(tx, userId, sessionId))) throw errors.sessionNotFound();
      return this.turns.requestCancel(tx, userId, sessionId);
    });
    // A turn that runs in another process is stopped there.
    for (const turnId of open) this.runner.stop(turnId, 'cancelled');
    return open.length;
  }

  /** All text of a turn from the beginning, then its end. */
  follow(userId: string, turnId: string, signal: AbortSignal): AsyncGenerator<TurnStreamEvent> {
    const source = {
      running: this.runner.findOf(userId, turnId),
      find: () => this.turns.find(userId, turnId),
      notFound: errors.sessionNotFound,
      stopping: errors.stopping,
      drain: this.drain,
    };
    return followText(source, signal);
  }

  async #start(userId: string, request: TurnRequest): Promise<string> {
    if (this.drain.signal.aborted) throw errors.stopping();
    const leasedAt = performance.now();
    const stored = await this.database
      .asUser(userId, (tx) => this.#store(tx, userId, request))
      // Of another session, at the same moment: this one's turns are stored one after the other.
      .catch((error: unknown) =>
        Promise.reject(request.idempotencyKey && isDuplicate(error) ? errors.turnKeyReused() : error),
      );
    if ('repeated' in stored) return stored.repeated;
    const { turn, thread } = stored;
    this.runner.start({ item: turn, thread, userId, ...(request.kind === 'summary' && moderatorCall), leasedAt });
    return stored.turn.id;
  }

  async #store(tx: Transaction, userId: string, request: TurnRequest): Promise<Stored> {
    const { sessionId, kind, message, idempotencyKey, body, threadOf } = request;
    if (kind === 'summary' && !(await this.sessions.find(tx, userId, sessionId))) throw errors.sessionNotFound();
    // Either locks the session, so that its turns are checked and stored one after the other.
    if (kind === 'reply') await this.sessions.open(tx, userId, sessionId, message);
    else await this.sessions.lock(tx, userId, sessionId);
    const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
    const earlier = idempotencyKey ? await this.turns.findByKey(tx, userId, idempotencyKey) : undefined;
    if (earlier && earlier.bodyHash !== bodyHash) throw errors.turnKeyReused();
    if (earlier?.isDeleted) throw errors.sessionNotFound();
    if (earlier) return { repeated: earlier.turnId };
    const session = (await this.sessions.find(tx, userId, sessionId))!;
    const turns = await this.turns.list(tx, userId, sessionId);
    mustAllow(kind, turns);
    const turn: Turn = { ...request, id: uuid(), content: '', createdAt: new Date() };
    const owned = { owner: this.identity.owner, leaseMs: this.#leaseMs };
    turn.createdAt = await this.turns.insert(tx, userId, { ...request, id: turn.id, bodyHash, ...owned });
    return { turn, thread: threadOf(session, turns) };
  }
}

function mustAllow(kind: Turn['kind'], turns: readonly Turn[]): void {
  if (turns.some(({ end }) => !end)) throw errors.turnStillOpen();
  if (turns.length >= maxReplies) throw errors.tooManyTurns(maxReplies);
  if (kind === 'summary' && !turns.some(({ content }) => content.trim() !== '')) throw errors.nothingToSummarize();
}
