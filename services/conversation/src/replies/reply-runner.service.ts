import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ChatRole } from '@polylogue/proto';
import { AppError, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { v4 as uuid } from 'uuid';
import type { ReplyEnd } from '../broadcasts/broadcast.entity.js';
import { DispatchClient } from './dispatch.client.js';
import { backOff, decideOrphan, endOfOrphan } from './orphan.rules.js';
import { fromDispatchEnd } from './reply-end.mapper.js';
import { RepliesRepository } from './replies.repository.js';
import { ReplyWriter } from './reply-writer.service.js';
import type { RunningReply, StopReason } from './running-reply.js';
import type { ChatTurn } from './thread.rules.js';

/** A run of a dispatch that ended by itself, or broke in a way that another run may mend. */
type Outcome = { end: Omit<ReplyEnd, 'responseTimeMs'> & { responseTimeMs?: number } } | 'broken';

/** Runs the replies this process has claimed, each for itself, whoever reads along or not. */
@Injectable()
export class ReplyRunner {
  readonly #running = new Map<string, RunningReply>();
  readonly #work = new Set<Promise<void>>();

  constructor(
    private readonly client: DispatchClient,
    private readonly writer: ReplyWriter,
    private readonly repository: RepliesRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `actsLater`: no request stands behind this run, so the service vouches for the user. */
  start(running: RunningReply, thread: readonly ChatTurn[], actsLater = false): void {
    const { messageId } = running.work;
    this.#running.set(messageId, running);
    const work = this.#run(running, thread, actsLater)
      .catch((error: unknown) => {
        // Whoever finds its lease lapsed decides about it.
        this.logger.error({ err: error, messageId }, 'a reply could not be run');
        running.live.log.lose();
      })
      .finally(() => {
        this.#running.delete(messageId);
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  get running(): readonly string[] {
    return [...this.#running.keys()];
  }

  find(messageId: string): RunningReply | undefined {
    return this.#running.get(messageId);
  }

  stop(messageId: string, reason: StopReason): void {
    this.#running.get(messageId)?.stop(reason);
  }

  /** Resolves when nothing runs. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  async #run(running: RunningReply, thread: readonly ChatTurn[], actsLater: boolean): Promise<void> {
    const began = performance.now();
    const end = await this.#ask(running, thread, actsLater, began);
    if (running.stopReason === 'lost') running.live.log.lose();
    else if (end) await this.writer.end(running, end);
  }

  /** Asks until there is an end; undefined when the reply is left to somebody else. */
  async #ask(
    running: RunningReply,
    thread: readonly ChatTurn[],
    actsLater: boolean,
    began: number,
  ): Promise<ReplyEnd | undefined> {
    for (;;) {
      const outcome = await this.#attempt(running, thread, actsLater);
      const responseTimeMs = performance.now() - began;
      if (outcome !== 'broken') return { responseTimeMs, ...outcome.end };
      if (running.stopReason === 'lost' || running.stopReason === 'draining') return undefined;
      const cancelRequested = running.stopReason === 'cancelled';
      const decision = decideOrphan({ hasText: running.content !== '', runs: running.runs, cancelRequested });
      if (decision !== 'run') return { ...endOfOrphan(decision), responseTimeMs };
      running.runs += 1;
      await sleep(backOff(running.runs), undefined, { signal: running.signal }).catch(() => undefined);
      if (running.stopReason) continue;
      const { messageId, fence } = running.work;
      if (!(await this.repository.noteRun(messageId, fence, running.runs))) running.stop('lost');
    }
  }

  async #attempt(running: RunningReply, thread: readonly ChatTurn[], actsLater: boolean): Promise<Outcome> {
    if (running.signal.aborted) return 'broken';
    const { aiService, userId } = running.work;
    const messages = thread.map(({ role, content }) => ({ role: chatRoles[role], content }));
    const request = { callId: uuid(), aiService, messages };
    const stream = this.client.dispatch(request, running.signal, actsLater ? userId : undefined);
    const events = stream[Symbol.asyncIterator]();
    try {
      for (let next = await events.next(); !next.done; next = await events.next()) {
        const { event } = next.value;
        if (event?.$case === 'delta' && event.delta.text !== '') {
          running.append(event.delta.text);
          this.writer.noteText(running);
        }
        if (event?.$case !== 'end') continue;
        // The stream closes by itself now; leaving it would be a cancel, with an error at both ends.
        void events.next().catch(() => undefined);
        const end = fromDispatchEnd(event.end, running.content !== '');
        return end ? { end } : 'broken';
      }
      return 'broken';
    } catch (error) {
      return running.signal.aborted || isWayBroken(error) ? 'broken' : { end: this.#refused(running, error) };
    }
  }

  /** ai-dispatch answered, and asking again would change nothing. */
  #refused({ work, content }: RunningReply, error: unknown): Omit<ReplyEnd, 'responseTimeMs'> {
    if (!AppError.is(error)) this.logger.error({ err: error, messageId: work.messageId }, 'a dispatch failed');
    return {
      status: content === '' ? 'failed' : 'interrupted',
      error: AppError.is(error) ? error.sentence : endOfOrphan('failed').error,
      errorCode: AppError.is(error) ? error.code : 'internal',
    };
  }
}

const chatRoles = { user: ChatRole.USER, assistant: ChatRole.ASSISTANT } as const;

function isWayBroken(error: unknown): boolean {
  return AppError.is(error) && error.kind === 'unavailable' && error.code !== 'deadline_exceeded';
}
