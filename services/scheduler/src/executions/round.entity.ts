import type { Media } from '@polylogue/proto';
import type { CostSource } from './execution.entity.js';

/** The round of a run whose handing over this process is to try now. */
export interface OwedRound {
  executionId: number;
  savedQueryId: number;
  userId: string;
  roundId: string;
  state: 'owed' | 'unjudged';
  isJudged: boolean;
  /** This one included. */
  tries: number;
  /** Of the query, as it is now. */
  title: string;
  timeZone: string;
  /** What its query wants it judged by, as it is now; null: the default of the installation. */
  rubricId: string | null;
  question: string;
  askedAt: Date;
}

/** A result on its way into History. */
export interface RoundResult {
  aiService: string;
  conversationId: string;
  isSuccess: boolean;
  response: string;
  error: string | null;
  responseTimeMs: number;
  costMicros: number | null;
  costSource: CostSource | null;
  usage: unknown;
  generation: unknown;
  media: readonly Media[] | null;
  createdAt: Date;
}
