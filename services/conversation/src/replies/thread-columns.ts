import type { HistoryMessage } from './thread.rules.js';
import { authorOfMessage, filesOfMessage } from './threads.repository.js';

/**
 * Messages as one list per column, oldest first. PostgreSQL writes them in half the time that an object for each message
 * takes it, and the names of the columns are sent once.
 */
export interface ThreadColumns {
  /** Null when there are no messages. */
  areUsers: readonly boolean[] | null;
  contents: readonly string[];
  /** Null when no message has any. */
  files: readonly HistoryMessage['files'][] | null;
  authors: readonly HistoryMessage['author'][] | null;
}

/** What {@link threadColumns} reads of messages `m`. */
export const columnsOfMessage = `m.role = 'user' AS is_user, m.content, ${filesOfMessage} AS files, ${authorOfMessage} AS author`;

/** Aggregates rows that are in order, so that nothing is sorted again for each list. */
export const threadColumns = `json_build_object('areUsers', array_agg(is_user), 'contents', array_agg(content),
  'files', CASE WHEN count(files) > 0 THEN json_agg(files) END, 'authors', CASE WHEN count(author) > 0 THEN array_agg(author) END)`;

/** The messages of a thread, one by one. */
export function messagesOf({ areUsers, contents, files, authors }: ThreadColumns): HistoryMessage[] {
  return (areUsers ?? []).map((isUser, index) => ({
    role: isUser ? 'user' : 'assistant',
    content: contents[index]!,
    files: files?.[index],
    author: authors?.[index],
  }));
}
