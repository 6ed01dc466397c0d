import type { AnswerSettings } from '../answer-presets/answer-preset.entity.js';

/** What a user gives a comparison; absent stays as it is. */
export interface LabelChange {
  /** Empty: from the first message again. */
  title?: string | undefined;
  isStarred?: boolean | undefined;
  tags?: readonly string[] | undefined;
  /** How services answer in it from now on, all of it. */
  settings?: AnswerSettings | undefined;
}
