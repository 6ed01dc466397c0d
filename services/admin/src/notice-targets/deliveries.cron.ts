import { GivenUpListener } from '../notices/given-up.js';
import { Inject, Injectable, Optional, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import {
  Database,
  Drain,
  inBatches,
  LOGGER,
  PeriodicTask,
  type Logger,
  type Transaction,
} from '@polylogue/service-kit';
import { pauseAfter } from './back-off.rules.js';
import { DeliveryNudge } from './delivery-nudge.js';
import { NoticeDeliveriesRepository, type ClaimedDelivery } from './notice-deliveries.repository.js';
import type { NoticeTargetEntity } from './notice-target.entity.js';
import { quietHoursOf } from './notice-target.mapper.js';
import { NoticeTargetsRepository } from './notice-targets.repository.js';
import type { SendResult } from './outgoing-message.js';
import { quietEnd } from './quiet-hours.rules.js';
import { SenderService } from './sender.service.js';

const lookEveryMs = 5_000;
const cleanEveryMs = 3_600_000;
const oldBatch = 1_000;
const atOnce = 64;
/** Longer than any try takes; after it another process tries. */
const leaseMs = 60_000;

type Failure = Extract<SendResult, { isSent: false }>;

/** Sends what is due. Each delivery is claimed before it is sent and marked after it, so that none is lost with its process. */
@Injectable()
export class DeliveriesCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #underWay = new Set<Promise<void>>();
  readonly #looking: PeriodicTask;
  readonly #cleaning: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly deliveries: NoticeDeliveriesRepository,
    private readonly targets: NoticeTargetsRepository,
    private readonly sender: SenderService,
    private readonly drain: Drain,
    @Inject(LOGGER) private readonly logger: Logger,
    nudge: DeliveryNudge,
    @Optional() private readonly givenUp?: GivenUpListener,
  ) {
    this.#looking = new PeriodicTask({
      everyMs: lookEveryMs,
      work: () => this.look(),
      onError: (error) => logger.warn({ err: error }, 'claiming deliveries of notices failed; tried again shortly'),
      spread: 0.2,
    });
    this.#cleaning = new PeriodicTask({
      everyMs: cleanEveryMs,
      work: () => this.#clean(),
      onError: (error) =>
        logger.warn({ err: error }, 'old deliveries could not be removed; they are in the next round'),
      spread: 0.1,
    });
    nudge.listen(() => this.#looking.nudge());
  }

  onApplicationBootstrap(): void {
    this.#looking.start('soon');
    this.#cleaning.start();
  }

  /** What is being sent is waited for: it is marked, or another process sends it again. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#looking.stop(), this.#cleaning.stop()]);
    await this.settled();
  }

  /** Resolves when nothing is on its way from here. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Begins to send what is due, as much as there is room for. */
  async look(): Promise<void> {
    const room = atOnce - this.#underWay.size;
    if (room <= 0 || this.drain.signal.aborted) return;
    const claimed = await this.database.asWorker((tx) => this.deliveries.claim(tx, room, leaseMs));
    for (const each of claimed) {
      const sending = this.#send(each).catch((error: unknown) =>
        this.logger.warn({ err: error, delivery: each.id }, 'a delivery could not be marked; it is sent again'),
      );
      this.#underWay.add(sending);
      void sending.finally(() => {
        this.#underWay.delete(sending);
        // Its target may have more to send.
        this.#looking.nudge();
      });
    }
  }

  async #send(claimed: ClaimedDelivery): Promise<void> {
    const target = await this.database.asWorker((tx) => this.targets.findAny(tx, claimed.targetId));
    if (!target) return;
    // A fault of ours counts as a try: what cannot be sent is given up like anything else.
    const result = await this.sender.send(claimed, target).catch((error: unknown): Failure => {
      this.logger.error({ err: error, delivery: claimed.id }, 'sending a delivery failed');
      return { isSent: false, fault: 'Something went wrong here.' };
    });
    await this.database.asWorker(async (tx) => {
      // Before the delivery, as a removal of the target takes them: else each could wait for the other.
      if (!(await this.targets.lock(tx, target.id))) return;
      await (result.isSent ? this.#sent(tx, claimed) : this.#failed(tx, claimed, target, result));
    });
  }

  async #sent(tx: Transaction, claimed: ClaimedDelivery): Promise<void> {
    if (!(await this.deliveries.end(tx, claimed, 'sent', null))) return;
    await this.targets.noteResult(tx, claimed.targetId, { lastOutcome: 'sent', lastFault: null });
  }

  async #failed(
    tx: Transaction,
    claimed: ClaimedDelivery,
    target: NoticeTargetEntity,
    failure: Failure,
  ): Promise<void> {
    const { fault, isFinal, isGone, askedMs } = failure;
    const pause = isFinal ? undefined : pauseAfter(claimed.tries, Math.random(), askedMs);
    if (pause === undefined) return this.#giveUp(tx, claimed, target, fault, isGone);
    const again = new Date(Date.now() + pause);
    const dueAt = quietEnd(again, quietHoursOf(target)) ?? again;
    if (!(await this.deliveries.retry(tx, claimed, dueAt, fault))) return;
    await this.targets.noteResult(tx, target.id, { lastOutcome: 'failed', lastFault: fault });
  }

  async #giveUp(tx: Transaction, claimed: ClaimedDelivery, target: NoticeTargetEntity, fault: string, isGone = false) {
    if (!(await this.deliveries.end(tx, claimed, 'given_up', fault))) return;
    await this.targets.noteResult(tx, target.id, { lastOutcome: 'given_up', lastFault: fault });
    if (isGone) {
      await this.targets.change(tx, target.userId, target.id, { isEnabled: false });
      await this.deliveries.dropWaiting(tx, target.id);
    }
    await this.givenUp?.gaveUp(tx, {
      id: claimed.id,
      userId: claimed.userId,
      title: `Notices could not be sent to ${target.maskedAddress}`,
      lines: [fault, ...(isGone ? ['It was switched off.'] : [])],
      path: '/admin/account',
      happenedAt: new Date(),
    });
  }

  #clean(): Promise<void> {
    const remove = (max: number) => this.database.asWorker((tx) => this.deliveries.removeOld(tx, max));
    return inBatches(oldBatch, remove, () => this.#cleaning.isStopped);
  }
}
