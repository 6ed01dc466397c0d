import type { ExportedConversation, ExportFormat, MissingFromExport } from '@polylogue/api-contract';
import { csvOf } from './csv.writer.js';
import { jsonOf } from './json.writer.js';
import { markdownOf } from './markdown.writer.js';
import { textOf } from './text.writer.js';

/** Turns conversations into the pieces of a file, one at a time. What is missing is known when the last has come. */
export type ExportWriter = (
  conversations: AsyncIterable<ExportedConversation>,
  at: Date,
  missing: MissingFromExport,
) => AsyncIterable<string>;

export const writers: Readonly<Record<ExportFormat, { type: string; write: ExportWriter }>> = {
  json: { type: 'application/json; charset=utf-8', write: jsonOf },
  md: { type: 'text/markdown; charset=utf-8', write: markdownOf },
  txt: { type: 'text/plain; charset=utf-8', write: textOf },
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
};
