import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { AdminRow } from './ai-service.entity.js';

type Stored<K extends keyof AdminRow> = NonNullable<AdminRow[K]> | null;

/** What administrators made of one service of the catalog; null is as the operator configured it. */
@Entity('catalog')
export class AdminRowEntity {
  @PrimaryColumn('text')
  name!: string;

  @Column('boolean')
  isOwn!: boolean;

  @Column('text', { nullable: true })
  displayName!: Stored<'displayName'>;

  @Column('text', { nullable: true })
  color!: Stored<'color'>;

  @Column('text', { nullable: true })
  category!: Stored<'category'>;

  @Column('text', { nullable: true })
  provider!: Stored<'provider'>;

  @Column('text', { nullable: true })
  preset!: Stored<'preset'>;

  @Column('text', { nullable: true })
  model!: Stored<'model'>;

  @Column('text', { nullable: true })
  baseUrl!: Stored<'baseUrl'>;

  @Column('jsonb', { nullable: true })
  answerDefaults!: Stored<'answerDefaults'>;

  @Column('jsonb', { nullable: true })
  answerLimits!: Stored<'answerLimits'>;

  @Column('boolean', { nullable: true })
  isEnabled!: Stored<'isEnabled'>;

  @Column('integer', { nullable: true })
  position!: Stored<'position'>;

  @Column('boolean', { nullable: true })
  sees!: Stored<'sees'>;

  @CreateDateColumn({ type: 'timestamptz', select: false })
  createdAt?: Date;
}
