import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Cut } from '../prompt/matter.rules.js';
import type { Gap } from '../judging/plan.rules.js';

type Criterion = 'bias' | 'safety' | 'accuracy' | 'adherence';

/** One judge about one reply by one rubric. Optional fields belong to the run of the judge, which writes them in SQL. */
@Entity('assessments')
export class AssessmentEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  userId!: string;

  @Column('uuid')
  broadcastId!: string;

  @Column('uuid')
  conversationId!: string;

  @Column('uuid')
  messageId!: string;

  @Column('text')
  targetService!: string;

  @Column('text')
  assessorService!: string;

  @Column('text')
  judgeModel!: string;

  @Column('text')
  rubricVersion!: string;

  @Column('text', { default: 'pending' })
  status!: 'pending' | 'running' | 'completed' | 'failed';

  @Column('smallint', { nullable: true })
  overall!: number | null;

  @Column('smallint', { nullable: true })
  bias!: number | null;

  @Column('smallint', { nullable: true })
  safety!: number | null;

  @Column('smallint', { nullable: true })
  accuracy!: number | null;

  @Column('smallint', { nullable: true })
  adherence!: number | null;

  @Column('jsonb', { nullable: true })
  reasons!: Record<Criterion, string> | null;

  @Column('boolean', { nullable: true })
  flagged!: boolean | null;

  @Column('text', { nullable: true })
  analysis!: string | null;

  @Column('text', { nullable: true })
  error!: string | null;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  /** JSON of the proto messages: how the verdict and the judged reply were generated, and what the verdict took. */
  @Column('jsonb', { nullable: true })
  judge!: object | null;

  @Column('jsonb', { nullable: true })
  judged!: object | null;

  @Column('jsonb', { nullable: true })
  usage!: object | null;

  @Column('jsonb', { nullable: true })
  cost!: object | null;

  /** JSON of the proto message: the scores of a rubric that was made in the app. */
  @Column('jsonb', { nullable: true })
  byRubric!: object | null;

  @Column('jsonb', { nullable: true })
  cuts!: Cut[] | null;

  @Column('smallint', { nullable: true })
  answers!: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  @Column('boolean', { default: false, select: false })
  imported?: boolean;

  @Column('smallint', { select: false })
  place?: number;

  @Column('integer', { default: 0, select: false })
  attempts?: number;

  @Column('integer', { default: 0, select: false })
  calls?: number;

  @Column('timestamptz', { default: () => 'now()', select: false })
  notBefore?: Date;

  @Column('text', { nullable: true, select: false })
  owner?: string | null;

  @Column('timestamptz', { nullable: true, select: false })
  leaseUntil?: Date | null;

  @Column('integer', { default: 0, select: false })
  fence?: number;

  @Column('jsonb', { nullable: true, select: false })
  heard?: object[] | null;

  @Column('timestamptz', { nullable: true, select: false })
  openedAt?: Date | null;

  @Column('integer', { default: 0, select: false })
  callsBefore?: number;

  @Column('integer', { nullable: true, select: false })
  rubricFence?: number | null;
}

/** A judging with the counts of its assessments. */
export interface JudgingRow {
  rubricVersion: string;
  state: 'waiting' | 'judging' | 'done' | 'skipped';
  reason: string | null;
  gaps: Gap[];
  total: number;
  completed: number;
  failed: number;
  /** Of those that failed. */
  cancelled: number;
}

/** How the replies of a conversation were judged, in one figure. */
export interface ScoreRow {
  conversationId: string;
  /** From 0 to 100. */
  overall: number;
  verdicts: number;
}

/** How the replies of a broadcast were judged, by the rubric that it is judged by. */
export interface BroadcastScoresRow {
  broadcastId: string;
  /** No verdict is to come by itself. */
  done: boolean;
  rubricVersion: string;
  services: { aiService: string; medianOverall: number; verdicts: number }[];
}
