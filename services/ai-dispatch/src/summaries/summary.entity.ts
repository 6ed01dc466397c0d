import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The answer of a request with an Idempotency-Key. */
@Entity('summaries')
export class SummaryEntity {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  bodyHash!: string;

  @Column('text')
  summary!: string;

  @Column('text')
  aiService!: string;

  @Column('text')
  displayName!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
