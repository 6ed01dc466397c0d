import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { NoticeTargetEntity } from './notice-target.entity.js';

export interface Counts {
  waiting: number;
  givenUp: number;
}

export type ShownTarget = NoticeTargetEntity & Counts;

type Changed = Partial<
  Pick<NoticeTargetEntity, 'noticeKinds' | 'quietFrom' | 'quietTo' | 'timeZone' | 'isEnabled' | 'confirmedAt'>
>;

/** Targets of users; every method but those for links takes the user. */
@Injectable()
export class NoticeTargetsRepository {
  /** One user's changes wait for one another, so that none slips past a limit. */
  async lockUser(tx: Transaction, userId: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('notice targets ' || $1, 0))`, [userId]);
  }

  list(tx: Transaction, userId: string): Promise<NoticeTargetEntity[]> {
    return tx.getRepository(NoticeTargetEntity).find({ where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async find(tx: Transaction, userId: string, id: string): Promise<NoticeTargetEntity | undefined> {
    return (await tx.getRepository(NoticeTargetEntity).findOneBy({ id, userId })) ?? undefined;
  }

  /** Of any owner: for the worker role, and for a signed link. */
  async findAny(tx: Transaction, id: string): Promise<NoticeTargetEntity | undefined> {
    return (await tx.getRepository(NoticeTargetEntity).findOneBy({ id })) ?? undefined;
  }

  /** Those that want notices of this kind now. */
  wanting(tx: Transaction, userId: string, kind: string): Promise<NoticeTargetEntity[]> {
    return tx
      .getRepository(NoticeTargetEntity)
      .createQueryBuilder('t')
      .where('t.userId = :userId AND t.isEnabled AND t.confirmedAt IS NOT NULL', { userId })
      .andWhere(':kind = ANY(t.noticeKinds)', { kind })
      .orderBy('t.createdAt')
      .getMany();
  }

  async add(
    tx: Transaction,
    target: Omit<NoticeTargetEntity, 'createdAt' | 'lastAt' | 'lastOutcome' | 'lastFault'>,
  ): Promise<void> {
    await tx.getRepository(NoticeTargetEntity).insert(target);
  }

  async change(tx: Transaction, userId: string, id: string, changed: Changed): Promise<void> {
    await tx.getRepository(NoticeTargetEntity).update({ id, userId }, changed);
  }

  async remove(tx: Transaction, userId: string, id: string): Promise<boolean> {
    const { affected } = await tx.getRepository(NoticeTargetEntity).delete({ id, userId });
    return affected === 1;
  }

  /** Holds one, of any owner, until the transaction ends; false when it is gone. */
  async lock(tx: Transaction, id: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>('SELECT 1 FROM admin.notice_targets WHERE id = $1 FOR NO KEY UPDATE', [id]);
    return rows.length > 0;
  }

  async noteResult(
    tx: Transaction,
    id: string,
    result: Pick<NoticeTargetEntity, 'lastOutcome' | 'lastFault'>,
  ): Promise<void> {
    await tx.getRepository(NoticeTargetEntity).update({ id }, { ...result, lastAt: () => 'now()' });
  }
}
