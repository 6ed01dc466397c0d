import type { ThreadMessage } from '../replies/thread.rules.js';
import type { Text, TextEvent } from '../texts/text.entity.js';

/** One of the two AI services of a conversation. */
export interface Side {
  aiService: string;
  name?: string | undefined;
  color?: string | undefined;
  /** The part it plays, sent as its system prompt. */
  role?: string | undefined;
}

export interface Setup {
  sides: Side[];
  turnLimit?: number | undefined;
  costLimit?: number | undefined;
  moderator?: string | undefined;
}

export type TurnKind = 'reply' | 'summary';

/** One exchange as it is kept. Without `end` it is still being written. */
export interface Turn extends Text {
  sessionId: string;
  kind: TurnKind;
  message: string;
  interjection?: string | undefined;
}

export interface Session {
  id: string;
  opening: string;
  setup: Setup;
  replies: number;
  endReason?: string | undefined;
  endNote?: string | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** A turn as it was requested. */
export interface TurnInput {
  sessionId: string;
  aiService: string;
  message: string;
  history: readonly ThreadMessage[];
  interjection?: string | undefined;
  idempotencyKey?: string | undefined;
}

/** What a session's owner may set. */
export interface SessionInput {
  sessionId: string;
  opening: string;
  setup?: Setup | undefined;
  endReason?: string | undefined;
  endNote?: string | undefined;
}

/** What a turn's stream is made of. */
export type TurnStreamEvent = TextEvent<Turn>;
