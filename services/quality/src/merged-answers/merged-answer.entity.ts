import type { Cost, Generation, Usage } from '@polylogue/proto';
import type { MapStatus } from '../agreement/agreement-map.entity.js';

/** A sentence with the claims it names; those the map does not have are gone. */
export interface WrittenSentence {
  text: string;
  /** Numbers of claims, from 1. */
  claims: number[];
  startsParagraph: boolean;
}

export type Standing = 'proven' | 'disputed' | 'unproven';

/** A sentence as it is shown. */
export interface MergedSentence extends WrittenSentence {
  standing: Standing;
  /** A disputed claim that the writer had left out. */
  added: boolean;
}

/** One version of the answer to a map. */
export interface MergedAnswer {
  id: string;
  mapId: string;
  version: number;
  status: MapStatus;
  writer: string;
  steering?: string | undefined;
  basedOn?: number | undefined;
  question: string;
  /** Claims that were marked as wrong when it was begun. */
  leftOut: readonly number[];
  sentences: readonly WrittenSentence[];
  error?: string | undefined;
  errorCode?: string | undefined;
  stopReason?: string | undefined;
  responseTimeMs?: number | undefined;
  usage?: Usage | undefined;
  cost?: Cost | undefined;
  generation?: Generation | undefined;
  createdAt: Date;
}

/** How the writing of an answer ended. */
export interface AnswerEnd {
  status: Exclude<MapStatus, 'pending'>;
  error?: string;
  errorCode?: string;
  stopReason?: string | undefined;
  usage?: Usage | undefined;
  cost?: Cost | undefined;
  generation?: Generation | undefined;
}
