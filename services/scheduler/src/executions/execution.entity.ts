import type { QueryVariable } from '@polylogue/api-contract/query-variables';
import type { Generation, Media, Usage } from '@polylogue/proto';
import type { CallingKey } from '@polylogue/service-kit';
import type { WatchSettings } from '../watch/watch.entity.js';

export type ExecutionStatus = 'pending' | 'running' | 'completed' | 'failed';
export type TriggerType = 'manual' | 'scheduled';
export type CostSource = 'provider' | 'estimate';
/** How far a run is on its way into History; terminal: kept until it is removed there, or refused. */
export type RoundState = 'owed' | 'unjudged' | 'kept' | 'removed' | 'refused';

export interface ExecutionEntity {
  id: number;
  savedQueryId: number;
  userId: string;
  status: ExecutionStatus;
  triggerType: TriggerType;
  executedAt: Date;
  successfulResponses: number;
  totalResponses: number;
  errorMessage: string | null;
  /** Of the runs of its query: 1, 2, 3 … */
  number: number;
  /** What was sent, where that is not the content as it stands. */
  sentText: string | null;
  /** The comparison that it is in History; null: none, or not yet. */
  roundId: string | null;
  roundState: RoundState | null;
  /** Why it was not kept there, or not judged. */
  roundError: string | null;
  /** How it is judged otherwise than its query wants. */
  roundNote: string | null;
  isJudged: boolean;
}

/** What one service answered in a run. */
export interface ResultEntity {
  id: number;
  executionId: number;
  aiService: string;
  responseTimeMs: number;
  tokens: number | null;
  /** Millionths of a dollar; null is unknown. */
  costMicros: number | null;
  costSource: CostSource | null;
  /** JSON of the proto messages. */
  usage: unknown;
  generation: unknown;
  response: string;
  error: string | null;
  media: Media[] | null;
  /** Its thread in History. */
  conversationId: string | null;
  createdAt: Date;
}

/** A result on its way into the store. */
export interface NewResult {
  aiService: string;
  isSuccess: boolean;
  responseTimeMs: number;
  tokens: number | null;
  /** Millionths of a dollar; null is unknown. */
  costMicros: number | null;
  costSource: CostSource | null;
  usage?: Usage | undefined;
  generation?: Generation | undefined;
  media?: readonly Media[] | undefined;
  response: string;
  error: string | null;
}

/** A run this process holds the lease of. */
export interface StartedExecution {
  id: number;
  savedQueryId: number;
  userId: string;
  triggerType: TriggerType;
  content: string;
  /** Of the query, with what it was given; null: the version before made it, with a text that is sent as it stands. */
  variables: readonly QueryVariable[] | null;
  /** What is sent, once it was made where it is not the content. */
  sentText: string | null;
  /** Its slot, or when it was asked for: the moment that its text speaks of. */
  dueAt: Date;
  timeZone: string;
  aiServices: readonly string[];
  /** Whether it becomes a comparison in History. */
  keepsRound: boolean;
  /** Null: it is not watched. */
  watch: WatchSettings | null;
  /** The key that asked for it; null for a session and for the schedule. */
  apiKey: CallingKey | null;
  fence: number;
  /** How often it has been begun; above one after a crash or a handover. */
  runs: number;
  /** How often a process that lived on handed it over: stopped, or too busy to extend its lease. */
  handovers: number;
  /** Milliseconds until the run must be over. */
  remainingMs: number;
  /** Milliseconds from that moment to its beginning. */
  lateMs: number;
}
