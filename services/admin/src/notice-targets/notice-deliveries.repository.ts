import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { NoticeDeliveryEntity, type DeliveryPurpose, type HeldNotice } from './notice-delivery.entity.js';
import type { Counts } from './notice-targets.repository.js';

/** One that this process is to send, under the number of this try. */
export type ClaimedDelivery = Pick<
  NoticeDeliveryEntity,
  'id' | 'targetId' | 'userId' | 'purpose' | 'notices' | 'more' | 'tries' | 'createdAt'
>;

type NewDelivery = Pick<NoticeDeliveryEntity, 'id' | 'targetId' | 'userId' | 'purpose'> &
  Partial<Pick<NoticeDeliveryEntity, 'notices' | 'dueAt' | 'state' | 'fault' | 'endedAt'>>;

const perUserAtOnce = 3;
const maxHeld = 50;
const keepDays = 30;

/** What is on its way to targets. */
@Injectable()
export class NoticeDeliveriesRepository {
  /** One that is there already stays as it is. */
  async add(tx: Transaction, delivery: NewDelivery): Promise<void> {
    await tx.getRepository(NoticeDeliveryEntity).createQueryBuilder().insert().values(delivery).orIgnore().execute();
  }

  /** Puts a notice to those that are held for this moment. False when they are on their way already. */
  async hold(
    tx: Transaction,
    { id, targetId, userId }: Pick<NoticeDeliveryEntity, 'id' | 'targetId' | 'userId'>,
    notice: HeldNotice,
    dueAt: Date,
  ): Promise<boolean> {
    const held = await tx.query<unknown[]>(
      `INSERT INTO admin.notice_deliveries AS d (id, target_id, user_id, purpose, notices, due_at)
       VALUES ($1, $2, $3, 'digest', jsonb_build_array($4::jsonb), $5)
       ON CONFLICT (id) DO UPDATE SET
         notices = CASE WHEN jsonb_array_length(d.notices) < $6 THEN d.notices || EXCLUDED.notices ELSE d.notices END,
         more = d.more + CASE WHEN jsonb_array_length(d.notices) < $6 THEN 0 ELSE 1 END
       WHERE d.state = 'waiting' AND d.tries = 0
       RETURNING id`,
      [id, targetId, userId, JSON.stringify(notice), dueAt, maxHeld],
    );
    return held.length > 0;
  }

  /** How many deliveries a user was given since then, for this purpose. */
  count(tx: Transaction, userId: string, purpose: DeliveryPurpose, since: string): Promise<number> {
    return tx
      .getRepository(NoticeDeliveryEntity)
      .createQueryBuilder('d')
      .where('d.userId = :userId AND d.purpose = :purpose', { userId, purpose })
      .andWhere(`d.createdAt >= ${since}`)
      .getCount();
  }

  async countsOf(tx: Transaction, userId: string): Promise<Map<string, Counts>> {
    const rows = await tx.query<(Counts & { id: string })[]>(
      `SELECT target_id AS id, count(*) FILTER (WHERE state IN ('waiting', 'sending'))::int AS waiting,
         count(*) FILTER (WHERE state = 'given_up' AND purpose <> 'test')::int AS "givenUp"
       FROM admin.notice_deliveries WHERE user_id = $1 AND state <> 'sent' GROUP BY target_id`,
      [userId],
    );
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }

  /**
   * Takes what is due: one delivery of a target at a time, and few of one user, so that slow receivers delay no other
   * user. What a process that died had claimed is due again when its lease has lapsed. Replicas claim one after the other.
   */
  async claim(tx: Transaction, max: number, leaseMs: number): Promise<ClaimedDelivery[]> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('notice deliveries', 0))`);
    const [rows] = await tx.query<[ClaimedDelivery[], number]>(
      `WITH under_way AS (
         SELECT target_id, user_id FROM admin.notice_deliveries WHERE state = 'sending' AND due_at > now()
       ), due AS (
         SELECT DISTINCT ON (d.target_id) d.id, d.user_id, d.due_at
         FROM admin.notice_deliveries d
         JOIN admin.notice_targets t ON t.id = d.target_id
         JOIN admin.users u ON u.id = d.user_id
         WHERE d.state IN ('waiting', 'sending') AND d.due_at <= now() AND t.is_enabled AND NOT u.is_blocked
           AND d.target_id NOT IN (SELECT target_id FROM under_way)
         ORDER BY d.target_id, d.state = 'sending' DESC, d.due_at
       ), ranked AS (
         SELECT id, due_at, row_number() OVER (PARTITION BY user_id ORDER BY due_at)
           + (SELECT count(*) FROM under_way w WHERE w.user_id = due.user_id) AS place FROM due
       ), chosen AS (
         SELECT id FROM ranked WHERE place <= ${perUserAtOnce} ORDER BY due_at LIMIT $1
       )
       UPDATE admin.notice_deliveries d
       SET state = 'sending', tries = tries + 1, due_at = now() + $2 * interval '1 millisecond'
       FROM chosen WHERE d.id = chosen.id
       RETURNING d.id, d.target_id AS "targetId", d.user_id AS "userId", d.purpose, d.notices, d.more, d.tries,
         d.created_at AS "createdAt"`,
      [max, leaseMs],
    );
    return rows;
  }

  /** False when another process has taken it over meanwhile, or it is gone. */
  end(tx: Transaction, claimed: ClaimedDelivery, state: 'sent' | 'given_up', fault: string | null): Promise<boolean> {
    return this.#update(tx, claimed, { state, fault, endedAt: () => 'now()' });
  }

  retry(tx: Transaction, claimed: ClaimedDelivery, dueAt: Date, fault: string): Promise<boolean> {
    return this.#update(tx, claimed, { state: 'waiting', fault, dueAt });
  }

  /** What waits for a target that wants nothing more. */
  async dropWaiting(tx: Transaction, targetId: string): Promise<void> {
    await tx.query(`DELETE FROM admin.notice_deliveries WHERE target_id = $1 AND state = 'waiting'`, [targetId]);
  }

  /** The end of a test, which is tried once. */
  async endTest(tx: Transaction, id: string, fault: string | null): Promise<void> {
    const state = fault === null ? 'sent' : 'given_up';
    await tx.getRepository(NoticeDeliveryEntity).update({ id, purpose: 'test' }, { state, fault });
  }

  /** Removes some of what ended long ago; answers how many. */
  async removeOld(tx: Transaction, max: number): Promise<number> {
    const [, removed] = await tx.query<[unknown, number]>(
      `DELETE FROM admin.notice_deliveries WHERE id IN (
         SELECT id FROM admin.notice_deliveries WHERE ended_at < now() - interval '${keepDays} days' LIMIT $1)`,
      [max],
    );
    return removed;
  }

  async #update(
    tx: Transaction,
    { id, tries }: ClaimedDelivery,
    changed: Parameters<ReturnType<typeof this.rows>['update']>[1],
  ): Promise<boolean> {
    const { affected } = await this.rows(tx).update({ id, tries, state: 'sending' }, changed);
    return affected === 1;
  }

  private rows(tx: Transaction) {
    return tx.getRepository(NoticeDeliveryEntity);
  }
}
