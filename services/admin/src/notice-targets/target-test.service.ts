import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { NoticeDeliveriesRepository } from './notice-deliveries.repository.js';
import * as errors from './notice-targets.errors.js';
import { NoticeTargetsRepository } from './notice-targets.repository.js';
import { takeTest } from './notice-targets.service.js';
import { NoticeTestsRepository } from './notice-tests.repository.js';
import { SenderService } from './sender.service.js';

const interrupted = 'It was interrupted.';

/** Sends one test while its user waits, and says what came of it. It is tried once. */
@Injectable()
export class TargetTestService {
  constructor(
    private readonly database: Database,
    private readonly targets: NoticeTargetsRepository,
    private readonly deliveries: NoticeDeliveriesRepository,
    private readonly tests: NoticeTestsRepository,
    private readonly sender: SenderService,
  ) {}

  /** Answers why it failed; nothing when it was taken. */
  async test(caller: Caller, targetId: string): Promise<string> {
    caller.mustBeApproved();
    const { userId } = caller;
    const id = uuid();
    const createdAt = new Date();
    const target = await this.database.asUser(userId, async (tx) => {
      await this.targets.lockUser(tx, userId);
      const found = await this.targets.find(tx, userId, targetId);
      if (!found) throw errors.targetNotFound();
      if (found.confirmedAt === null) throw errors.notConfirmed();
      await takeTest(this.tests, tx, userId);
      // Counted before it is sent, and stored as ended, so that no process sends it again.
      const ended = { state: 'given_up', fault: interrupted, endedAt: createdAt } as const;
      await this.deliveries.add(tx, { id, targetId, userId, purpose: 'test', ...ended });
      return found;
    });
    const result = await this.sender.send({ id, purpose: 'test', notices: [], more: 0, createdAt }, target);
    const fault = result.isSent ? null : result.fault;
    await this.database.asUser(userId, async (tx) => {
      // As the cron does, and for the same reason.
      if (!(await this.targets.lock(tx, targetId))) return;
      await this.deliveries.endTest(tx, id, fault);
      await this.targets.noteResult(tx, targetId, {
        lastOutcome: fault === null ? 'sent' : 'given_up',
        lastFault: fault,
      });
    });
    return fault ?? '';
  }
}
