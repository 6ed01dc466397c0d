import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from './saved-query.entity.js';

/** What a request with an idempotency key made. */
@Entity('idempotency')
export class IdempotencyEntity {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('text')
  route!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  bodyHash!: string;

  @Column('bigint', { transformer: bigintNumber })
  madeId!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
