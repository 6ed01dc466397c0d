/** Whose rounds are counted, and which of them. */
export interface Counted {
  /** Undefined: those of all users, with the worker role. */
  ownerId?: string | undefined;
  /** Of these conversations only. */
  conversationIds?: readonly string[] | undefined;
  since?: Date | undefined;
}

/** One reply that a vote compares. */
export interface ContestantRow {
  /** Of the vote. */
  voter: string;
  broadcastId: string;
  outcome: 'best' | 'tie' | 'all_bad';
  messageId: string;
  aiService: string;
  version: string;
  isBest: boolean;
  responseTimeMs: number | null;
  cost: number | null;
}

/** One verdict of a judge. */
export interface VerdictRow {
  broadcastId: string;
  messageId: string;
  judge: string;
  aiService: string;
  /** JSON of the proto message, without what it says beside model and settings. */
  judged: unknown;
  /** When in the judge's order; null for one that was imported. */
  place: number | null;
  overall: number;
  /** By each criterion of its rubric, in their order. */
  scores: readonly number[];
}
