import type { Reply } from './replies.js';

/** Where replies are shown while they come. */
export interface RepliesView {
  update(replies: readonly Reply[]): void;
  /** Nothing more comes. */
  finish(replies: readonly Reply[]): void;
}

/** For what is written as JSON when all has come. */
export const noView: RepliesView = { update: () => undefined, finish: () => undefined };
