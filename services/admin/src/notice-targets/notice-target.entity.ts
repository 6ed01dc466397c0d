import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export type TargetKind = 'email' | 'webhook' | 'slack' | 'teams';
export type DeliveryResult = 'sent' | 'failed' | 'given_up';

/** Where notices of a user are sent. */
@Entity('notice_targets')
export class NoticeTargetEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  userId!: string;

  @Column('text')
  kind!: TargetKind;

  /** Sealed. */
  @Column('bytea')
  address!: Buffer;

  @Column('text')
  maskedAddress!: string;

  @Column('bytea')
  salt!: Buffer;

  @Column('text', { array: true })
  noticeKinds!: string[];

  /** Minutes after midnight in `timeZone`; all three or none. */
  @Column('smallint', { nullable: true })
  quietFrom!: number | null;

  @Column('smallint', { nullable: true })
  quietTo!: number | null;

  @Column('text', { nullable: true })
  timeZone!: string | null;

  @Column('boolean', { default: true })
  isEnabled!: boolean;

  @Column('timestamptz', { nullable: true })
  confirmedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  lastAt!: Date | null;

  @Column('text', { nullable: true })
  lastOutcome!: DeliveryResult | null;

  @Column('text', { nullable: true })
  lastFault!: string | null;
}
