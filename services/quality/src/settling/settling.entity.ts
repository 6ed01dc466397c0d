import type { Cost, Generation, Usage } from '@polylogue/proto';
import type { MapStatus } from '../agreement/agreement-map.entity.js';

/** What a service makes of a claim it took a side on; `unsure`: it takes none any more. */
export type View = 'kept' | 'changed' | 'unsure';

export interface ClaimView {
  /** Its number within the map. */
  claim: number;
  view: View;
  reason: string;
}

/** What came of one call. */
export interface AnswerEnd {
  status: Exclude<MapStatus, 'pending'>;
  views?: readonly ClaimView[];
  error?: string | undefined;
  errorCode?: string | undefined;
  usage?: Usage | undefined;
  cost?: Cost | undefined;
  generation?: Generation | undefined;
}

/** What a service answered when a claim came back to it. */
export interface SettleAnswer extends Omit<AnswerEnd, 'status' | 'views'> {
  messageId: string;
  aiService: string;
  status: MapStatus;
  views: readonly ClaimView[];
  responseTimeMs?: number | undefined;
}

export interface SettleRound {
  id: string;
  number: number;
  /** False when no service answered: it takes nothing of the two rounds there are. */
  counts: boolean;
  status: MapStatus;
  /** By their numbers within the map. */
  claims: readonly number[];
  answers: readonly SettleAnswer[];
  error?: string | undefined;
  errorCode?: string | undefined;
  responseTimeMs?: number | undefined;
  createdAt: Date;
}

/** How a round ends. */
export interface RoundEnd {
  status: Exclude<MapStatus, 'pending'>;
  error?: string;
  errorCode?: string;
}
