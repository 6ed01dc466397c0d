import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database, isDatabaseAway, LOGGER, type Logger } from '@polylogue/service-kit';
import { RepliesRepository } from './replies.repository.js';
import type { RunningReply } from './running-reply.js';
import type { ThreadMessage } from './thread.rules.js';
import { ThreadsRepository } from './threads.repository.js';

/** How soon a reply begins when the one before it has ended, which may be another process'. */
const pollMs = 200;

/** Replies that wait for the one before them. Their process holds their lease meanwhile, as if they ran. */
@Injectable()
export class QueuedReplies {
  constructor(
    private readonly replies: RepliesRepository,
    private readonly threads: ThreadsRepository,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The messages it is sent with, when its turn has come. Undefined when it ends before, or its conversation is gone. */
  async threadOf({ id, userId, work, signal }: RunningReply): Promise<readonly ThreadMessage[] | undefined> {
    while (!signal.aborted) {
      try {
        if (await this.replies.endWait(id, work.fence)) {
          return (await this.database.asUser(userId, (tx) => this.threads.find(tx, userId, id)))?.thread;
        }
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        this.logger.warn({ err: error, messageId: id }, 'looking for the end of the reply before failed; retrying');
      }
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }
}
