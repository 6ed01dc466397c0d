import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { chatRole } from '@polylogue/proto';
import { AppError, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { v4 as uuid } from 'uuid';
import type { MediaRef, ReplyEnd } from '../live/broadcast.entity.js';
import { DispatchClient } from './dispatch.client.js';
import { backOff, decideOrphan, endOfOrphan } from './orphan.rules.js';
import { fromDispatchEnd } from './reply-end.mapper.js';
import type { StopReason } from './running-reply.js';
import type { ChatTurn } from './thread.rules.js';

/** What asks a service and takes what it says: a reply of a broadcast, a turn of an AI chat. */
export interface Asking {
  readonly messageId: string;
  readonly aiService: string;
  readonly userId: string;
  readonly thread: readonly ChatTurn[];
  /** No request stands behind this, so the service vouches for the user. */
  readonly actsLater: boolean;
  /** Aborts when the provider is to be left. */
  readonly signal: AbortSignal;
  readonly stopReason: StopReason | undefined;
  readonly content: string;
  /** How often the service was asked, this time included. */
  runs: number;
  onText(text: string): void;
  /** Whether pictures, sounds and films find a place; else only text services can be asked. */
  readonly keepsMedia?: boolean;
  /** How far a long reply has come, from 0 to 1. */
  onProgress?(fraction: number | undefined): void;
  /** Notes that the service is asked once more. False when the work belongs to somebody else by now. */
  noteRun(runs: number): Promise<boolean>;
  stop(reason: StopReason): void;
}

/** A run that ended by itself, or broke in a way that another run may mend. */
type Outcome = { end: Omit<ReplyEnd, 'responseTimeMs'> & { responseTimeMs?: number } } | 'broken';

/** Asks a service until there is an end: the one loop around ai-dispatch in this service. */
@Injectable()
export class ServiceAsker {
  constructor(
    private readonly client: DispatchClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Undefined when no end came of it: another process has the work or may take it over, or this one stops. */
  async ask(asking: Asking, began = performance.now()): Promise<ReplyEnd | undefined> {
    for (;;) {
      const outcome = await this.#attempt(asking);
      const responseTimeMs = performance.now() - began;
      if (outcome !== 'broken') return { responseTimeMs, ...outcome.end };
      if (asking.stopReason && asking.stopReason !== 'cancelled') return undefined;
      const cancelRequested = asking.stopReason === 'cancelled';
      const decision = decideOrphan({ hasText: asking.content !== '', runs: asking.runs, cancelRequested });
      if (decision !== 'run') return { ...endOfOrphan(decision), responseTimeMs };
      asking.runs += 1;
      await sleep(backOff(asking.runs), undefined, { signal: asking.signal }).catch(() => undefined);
      if (asking.stopReason) continue;
      if (!(await asking.noteRun(asking.runs))) asking.stop('lost');
    }
  }

  async #attempt(asking: Asking): Promise<Outcome> {
    if (asking.signal.aborted) return 'broken';
    const { aiService, thread, userId, actsLater } = asking;
    const messages = thread.map(({ role, content }) => ({ role: chatRole.fromWord(role), content }));
    const request = { callId: uuid(), aiService, messages, keepsMedia: asking.keepsMedia };
    const media: MediaRef[] = [];
    const stream = this.client.dispatch(request, asking.signal, actsLater ? userId : undefined);
    const events = stream[Symbol.asyncIterator]();
    try {
      for (let next = await events.next(); !next.done; next = await events.next()) {
        const { event } = next.value;
        if (event?.$case === 'delta' && event.delta.text !== '') asking.onText(event.delta.text);
        if (event?.$case === 'progress') asking.onProgress?.(event.progress.fraction);
        if (event?.$case === 'media') media.push(event.media);
        if (event?.$case !== 'end') continue;
        // The stream closes by itself now; leaving it would be a cancel, with an error at both ends.
        void events.next().catch(() => undefined);
        const end = fromDispatchEnd(event.end, asking.content !== '');
        return end ? { end: end.status === 'completed' && media.length > 0 ? { ...end, media } : end } : 'broken';
      }
      return 'broken';
    } catch (error) {
      return asking.signal.aborted || isWayBroken(error) ? 'broken' : { end: this.#refused(asking, error) };
    }
  }

  /** ai-dispatch answered, and asking again would change nothing. */
  #refused({ messageId, content }: Asking, error: unknown): Omit<ReplyEnd, 'responseTimeMs'> {
    if (!AppError.is(error)) this.logger.error({ err: error, messageId }, 'a dispatch failed');
    return {
      status: content === '' ? 'failed' : 'interrupted',
      error: AppError.is(error) ? error.sentence : endOfOrphan('failed').error,
      errorCode: AppError.is(error) ? error.code : 'internal',
    };
  }
}

function isWayBroken(error: unknown): boolean {
  return AppError.is(error) && error.kind === 'unavailable' && error.code !== 'deadline_exceeded';
}
