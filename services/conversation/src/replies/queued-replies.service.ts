import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database, isDatabaseAway, LOGGER, type Logger } from '@polylogue/service-kit';
import { RepliesRepository, type WaitingReply } from './replies.repository.js';
import type { RunningReply } from './running-reply.js';
import type { ThreadMessage } from './thread.rules.js';
import { ThreadsRepository } from './threads.repository.js';

/** How soon a reply begins when the one before it has ended, which may be another process'. */
const pollMs = 200;

interface Waiting extends WaitingReply {
  /** Whether its turn has come: false when it ended before. */
  settle: (isDue: boolean) => void;
  fail: (error: unknown) => void;
}

/**
 * Replies that wait for the one before them. Their process holds their lease meanwhile, as if they ran; one statement looks
 * for all that wait in it.
 */
@Injectable()
export class QueuedReplies {
  readonly #waiting = new Map<string, Waiting>();
  #isLooking = false;

  constructor(
    private readonly replies: RepliesRepository,
    private readonly threads: ThreadsRepository,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The messages it is sent with, when its turn has come. Undefined when it ends before, or its conversation is gone. */
  async threadOf(reply: RunningReply): Promise<readonly ThreadMessage[] | undefined> {
    const { id, userId, work, signal } = reply;
    if (signal.aborted) return undefined;
    const isDue = await new Promise<boolean>((settle, fail) => {
      signal.addEventListener('abort', () => settle(false), { once: true });
      this.#waiting.set(id, { messageId: id, fence: work.fence, settle, fail });
      void this.#look();
    }).finally(() => this.#waiting.delete(id));
    if (!isDue) return undefined;
    return (await this.database.asUser(userId, (tx) => this.threads.find(tx, userId, id)))?.thread;
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#waiting.size > 0) {
      await this.#endWaits([...this.#waiting.values()]);
      await sleep(pollMs);
    }
    this.#isLooking = false;
  }

  async #endWaits(waiting: readonly Waiting[]): Promise<void> {
    try {
      const due = new Set(await this.replies.endWaits(waiting));
      for (const { messageId, settle } of waiting) if (due.has(messageId)) settle(true);
    } catch (error) {
      if (!isDatabaseAway(error)) for (const { fail } of waiting) fail(error);
      else this.logger.warn({ err: error }, 'looking for the end of the replies before failed; retrying');
    }
  }
}
