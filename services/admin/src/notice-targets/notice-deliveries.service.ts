import { Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import { afterCommit, type Transaction } from '@polylogue/service-kit';
import { v5 } from 'uuid';
import { NoticeListener, type Notice } from '../notices/notice.js';
import { DeliveryNudge } from './delivery-nudge.js';
import type { HeldNotice } from './notice-delivery.entity.js';
import { NoticeDeliveriesRepository } from './notice-deliveries.repository.js';
import type { NoticeTargetEntity } from './notice-target.entity.js';
import { quietHoursOf } from './notice-target.mapper.js';
import { NoticeTargetsRepository } from './notice-targets.repository.js';
import { quietEnd } from './quiet-hours.rules.js';

const startOfDay = `date_trunc('day', now(), 'UTC')`;

/**
 * Puts a new notice on its way to each target that wants it, in the transaction that stores the notice: both are there or
 * neither is. The ids follow from target and notice, so that the same notice again adds nothing.
 */
@Injectable()
export class NoticeDeliveriesService extends NoticeListener {
  constructor(
    private readonly targets: NoticeTargetsRepository,
    private readonly deliveries: NoticeDeliveriesRepository,
    private readonly nudge: DeliveryNudge,
  ) {
    super();
  }

  async noticed(tx: Transaction, notice: Notice): Promise<void> {
    const { userId } = notice;
    const targets = await this.targets.wanting(tx, userId, notice.kind);
    if (targets.length === 0) return;
    const [row] = await tx.query<{ now: Date; tomorrow: Date }[]>(
      `SELECT clock_timestamp() AS now, ${startOfDay} + interval '1 day' AS tomorrow`,
    );
    let given = await this.deliveries.count(tx, userId, 'notice', startOfDay);
    for (const target of targets) {
      const isOver = given >= contractLimits.noticeTargets.deliveriesPerDay;
      // Nothing is lost by the limit of a day: what is beyond it goes together on the next.
      const from = isOver ? row!.tomorrow : row!.now;
      const held = quietEnd(from, quietHoursOf(target)) ?? (isOver ? from : undefined);
      if (!held || !(await this.#hold(tx, target, notice, held))) {
        await this.#add(tx, target, notice);
        given += 1;
      }
    }
    afterCommit(tx, () => this.nudge.now());
  }

  #add(tx: Transaction, { id: targetId, userId }: NoticeTargetEntity, notice: Notice): Promise<void> {
    const id = v5(`notice ${notice.id}`, targetId);
    return this.deliveries.add(tx, { id, targetId, userId, purpose: 'notice', notices: [heldOf(notice)] });
  }

  #hold(tx: Transaction, { id: targetId, userId }: NoticeTargetEntity, notice: Notice, until: Date): Promise<boolean> {
    const id = v5(`digest ${until.toISOString()}`, targetId);
    return this.deliveries.hold(tx, { id, targetId, userId }, heldOf(notice), until);
  }
}

const heldOf = ({ id, kind, title, lines, path, happenedAt }: Notice): HeldNotice => ({
  id,
  kind,
  title,
  lines: [...lines],
  path,
  happenedAt: happenedAt.toISOString(),
});
