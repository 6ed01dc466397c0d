import type { AnswerSettings } from '../answer-presets/answer-preset.entity.js';

/** Conversations that are one comparison, as a list finds it. */
export interface ComparisonRow {
  id: string;
  /** As the user called it, or as its first conversation is. */
  title: string;
  is_title_given: boolean;
  is_starred: boolean;
  tags: string[];
  /** How services answer in it. */
  settings: AnswerSettings | null;
  /** In the order in which they joined. */
  conversations: { id: string; aiService: string; pins: number }[];
  message_count: number;
  preview: string;
  /** Microseconds. */
  created_us: number;
  updated_us: number;
  cost: number | null;
  /** What it is sorted by, and the conversation that stands for it: where the next page begins. */
  key: string;
  key_id: string;
}

/** The filters of a list. */
export interface ComparisonSearch {
  /** Only this one. */
  id?: string | undefined;
  aiService?: string | undefined;
  since?: Date | undefined;
  onlyStarred: boolean;
  tag: string;
  /** A tsquery. */
  words?: string | undefined;
  byCreation: boolean;
  ascending: boolean;
}
