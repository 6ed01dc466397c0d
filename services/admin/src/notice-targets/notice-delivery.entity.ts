import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { NoticeKind } from '../notices/notice.js';

export type DeliveryPurpose = 'notice' | 'digest' | 'test' | 'confirm';

/** A notice as a delivery holds it. */
export interface HeldNotice {
  id: string;
  kind: NoticeKind;
  title: string;
  lines: string[];
  path: string;
  happenedAt: string;
}

/** One message to the outside: a notice, or those that were held and go together. */
@Entity('notice_deliveries')
export class NoticeDeliveryEntity {
  /** What the receiver knows it by, however often it is sent. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  targetId!: string;

  @Column('uuid')
  userId!: string;

  @Column('text')
  purpose!: DeliveryPurpose;

  @Column('jsonb', { default: [] })
  notices!: HeldNotice[];

  @Column('integer', { default: 0 })
  more!: number;

  @Column('text', { default: 'waiting' })
  state!: 'waiting' | 'sending' | 'sent' | 'given_up';

  @Column('integer', { default: 0 })
  tries!: number;

  @Column('timestamptz', { default: () => 'now()' })
  dueAt!: Date;

  @Column('text', { nullable: true })
  fault!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}
