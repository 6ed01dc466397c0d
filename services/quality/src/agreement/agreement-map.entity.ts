import type { Cost, Generation, Usage } from '@polylogue/proto';

export type Stance = 'says' | 'contradicts' | 'silent' | 'unproven';
export type ClaimMark = 'settled' | 'wrong' | 'important';

/** A passage of a reply, and where it is in the reply's plain text. */
export interface Passage {
  text: string;
  start: number;
  end: number;
}

/** What one reply says of a claim; with a quote where it takes a side. */
export interface Cell {
  stance: Stance;
  quote?: Passage | undefined;
}

/** A claim with a cell for each reply, in the order of the replies. */
export interface Claim {
  text: string;
  cells: Cell[];
}

/** A reply as the map names it. */
export interface MappedReply {
  messageId: string;
  aiService: string;
  generation?: Generation | undefined;
}

export type MapStatus = 'pending' | 'completed' | 'failed' | 'interrupted' | 'cancelled';

export interface AgreementMap {
  id: string;
  broadcastId: string;
  status: MapStatus;
  extractor: string;
  replies: readonly MappedReply[];
  claims: readonly Claim[];
  /** By the number of the claim, from 1. */
  marks: Readonly<Record<string, ClaimMark>>;
  error?: string | undefined;
  errorCode?: string | undefined;
  responseTimeMs?: number | undefined;
  usage?: Usage | undefined;
  cost?: Cost | undefined;
  generation?: Generation | undefined;
  createdAt: Date;
}

/** What came of an extraction. */
export interface MapEnd {
  status: Exclude<MapStatus, 'pending'>;
  claims?: readonly Claim[];
  error?: string;
  errorCode?: string;
  usage?: Usage | undefined;
  cost?: Cost | undefined;
  generation?: Generation | undefined;
}
