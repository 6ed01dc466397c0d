import { impliedVariables, type QueryVariable } from '@polylogue/api-contract/query-variables';
import { nextSlot, toSchedule, type Frequency } from '@polylogue/service-kit';
import { Column, CreateDateColumn, Entity, Generated, PrimaryColumn, UpdateDateColumn, VirtualColumn } from 'typeorm';
import type { ScheduleInput } from './schedule-issues.rules.js';

/** A query as its owner writes it. */
export interface SavedQueryInput extends ScheduleInput {
  title: string;
  content: string;
  description: string | null;
  aiServices: readonly string[];
  isActive: boolean;
  /** Null: saved before they were declared. */
  variables: readonly QueryVariable[] | null;
  report: Report;
  watchFocus: string | null;
  baselineRuns: number;
  /** Each run becomes a comparison of its own in History. */
  keepsRounds: boolean;
  /** Whose replies are judged. */
  isJudged: boolean;
  /** By which rubric, or 'built-in'; null: by the default of the installation. */
  rubricId: string | null;
  /** Catalog name of the service that reads the answers; null: one that wrote none of them. */
  watchExtractor: string | null;
}

/** The names a query knows beside the built-in ones. */
export const variablesOf = ({ content, variables }: Pick<SavedQueryInput, 'content' | 'variables'>) =>
  variables ?? impliedVariables(content);

/** What a run is reported by: all of it, or what changed. */
export type Report = 'everything' | 'changes';

/** The days that a monthly or weekly schedule repeats, local to its zone. */
export interface Anchor {
  monthDay: number | null;
  weekday: number | null;
}

/** Postgres' bigint comes as text; ids stay far below what a number holds. */
export const bigintNumber = { from: Number, to: (value: unknown) => value };

@Entity('saved_queries')
export class SavedQueryEntity implements SavedQueryInput, Anchor {
  @PrimaryColumn({ type: 'bigint', transformer: bigintNumber })
  @Generated('increment')
  id!: number;

  @Column('uuid')
  userId!: string;

  @Column('text')
  title!: string;

  @Column('text')
  content!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text', { array: true })
  aiServices!: readonly string[];

  @Column('boolean')
  isScheduled!: boolean;

  @Column('text', { nullable: true })
  frequency!: Frequency | null;

  @Column('text', { name: 'time_of_day', nullable: true })
  time!: string | null;

  @Column('smallint', { array: true, default: '{}' })
  days!: readonly number[];

  @Column('text', { nullable: true })
  cron!: string | null;

  @Column('text')
  timeZone!: string;

  @Column('smallint', { nullable: true })
  monthDay!: number | null;

  @Column('smallint', { nullable: true })
  weekday!: number | null;

  @Column('boolean')
  isActive!: boolean;

  @Column('text', { default: 'everything' })
  report!: Report;

  @Column('text', { nullable: true })
  watchFocus!: string | null;

  @Column('smallint', { default: 3 })
  baselineRuns!: number;

  @Column('boolean', { default: false })
  keepsRounds!: boolean;

  @Column('boolean', { default: false })
  isJudged!: boolean;

  @Column('text', { nullable: true })
  rubricId!: string | null;

  @Column('text', { nullable: true })
  watchExtractor!: string | null;

  @Column('timestamptz', { nullable: true })
  nextRunAt!: Date | null;

  @Column('jsonb', { nullable: true })
  variables!: readonly QueryVariable[] | null;

  /** Grows with every change that affects runs. */
  @Column('integer', { default: 1 })
  version!: number;

  /** By the rule of retention. */
  @Column('integer', { default: 0 })
  runsRemoved!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @VirtualColumn({
    type: 'float8',
    query: (query) => `SELECT count(*)::float8 FROM executions e WHERE e.saved_query_id = ${query}.id`,
  })
  executionsTotal!: number;

  @VirtualColumn({
    type: 'timestamptz',
    query: (query) => `SELECT e.started_at FROM executions e WHERE e.saved_query_id = ${query}.id
      AND e.started_at IS NOT NULL ORDER BY e.id DESC LIMIT 1`,
  })
  lastRunAt!: Date | null;
}

export type { Frequency };

/** The schedule of a query as the rules take it. */
export const scheduleOf = (query: ScheduleInput & Anchor) =>
  toSchedule(query, { monthDay: query.monthDay ?? 1, weekday: query.weekday ?? 0 });

/** When a query is to run after an instant; null when nothing makes it run. */
export function nextRunOf(query: ScheduleInput & Anchor & { isActive: boolean }, after: Date): Date | null {
  return query.isScheduled && query.isActive ? (nextSlot(scheduleOf(query), after) ?? null) : null;
}
