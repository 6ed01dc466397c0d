import type { GenerationSettings } from '@polylogue/proto';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** What a preset says of how a service answers. */
export type AnswerSettings = Omit<GenerationSettings, 'answerSchema'>;

/** Settings by which a user has services answer. A deleted row stays: what was written under its name keeps the name. */
@Entity('answer_presets')
export class AnswerPresetEntity {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  @Column('jsonb')
  settings!: AnswerSettings;

  @Column('text', { array: true, default: '{}' })
  aiServices!: string[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;
}
