import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '../saved-queries/saved-query.entity.js';

/** That a query can be started from outside, and what its secret is made from. */
@Entity('webhooks')
export class WebhookEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintNumber })
  savedQueryId!: number;

  @Column('uuid')
  userId!: string;

  @Column('bytea')
  salt!: Buffer;

  @Column('timestamptz', { default: () => 'now()' })
  renewedAt!: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
