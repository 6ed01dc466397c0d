import type { Conversation, ExportFormat } from '@polylogue/api-contract';
import { csvOf } from './csv.writer.js';
import { jsonOf } from './json.writer.js';
import { markdownOf } from './markdown.writer.js';
import { textOf } from './text.writer.js';

/** Turns conversations into the pieces of a file, one conversation at a time. */
export type ExportWriter = (conversations: AsyncIterable<Conversation>, at: Date) => AsyncIterable<string>;

export const writers: Readonly<Record<ExportFormat, { type: string; write: ExportWriter }>> = {
  json: { type: 'application/json; charset=utf-8', write: jsonOf },
  md: { type: 'text/markdown; charset=utf-8', write: markdownOf },
  txt: { type: 'text/plain; charset=utf-8', write: textOf },
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
};
