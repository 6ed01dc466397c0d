import type { ReplyEnd } from '../live/broadcast.entity.js';

/** What one service writes on one request and is kept by itself: a turn of an AI chat, a summary. */
export interface Text {
  id: string;
  aiService: string;
  /** So far, or all of it. */
  content: string;
  /** Absent while it is being written. */
  end?: ReplyEnd | undefined;
  createdAt: Date;
}

/** What its stream is made of. */
export type TextEvent<T extends Text> = { kind: 'delta'; text: string } | { kind: 'done'; item: T };

/** The tables texts are kept in; all have the columns of a run and of an end. */
export type TextTable = 'ai_chat_turns' | 'round_summaries';
