import type { ExportFormat, MissingFromExport } from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { csvOf } from './csv.writer.js';
import { jsonOf } from './json.writer.js';
import { markdownOf } from './markdown.writer.js';
import { textOf } from './text.writer.js';

/** Turns conversations, part by part, into the pieces of a file. What is missing is known when the last has come. */
export type ExportWriter = (
  parts: AsyncIterable<ExportedPart>,
  at: Date,
  missing: MissingFromExport,
) => AsyncIterable<string>;

export const writers: Readonly<Record<ExportFormat, { type: string; write: ExportWriter }>> = {
  json: { type: 'application/json; charset=utf-8', write: jsonOf },
  md: { type: 'text/markdown; charset=utf-8', write: markdownOf },
  txt: { type: 'text/plain; charset=utf-8', write: textOf },
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
};
