import type { ComparisonFormat, ComparisonLayout, ExportFormat, MissingFromExport } from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { comparisonHtml } from './comparison-html.writer.js';
import { comparisonMarkdown } from './comparison-markdown.writer.js';
import type { ComparisonPage } from './comparison-page.js';
import type { RepliesPart } from './comparison-replies.js';
import { csvOf } from './csv.writer.js';
import { jsonOf } from './json.writer.js';
import { markdownOf } from './markdown.writer.js';
import { repliesCsvOf } from './reply-csv.writer.js';
import { textOf } from './text.writer.js';

/** Turns conversations, part by part, into the pieces of a file. What is missing is known when the last has come. */
export interface ExportWriter<Part extends ExportedPart = ExportedPart> {
  type: string;
  write: (parts: AsyncIterable<Part>, at: Date, missing: MissingFromExport) => AsyncIterable<string>;
}

export const writers: Readonly<Record<ExportFormat, ExportWriter>> = {
  json: { type: 'application/json; charset=utf-8', write: jsonOf },
  md: { type: 'text/markdown; charset=utf-8', write: markdownOf },
  txt: { type: 'text/plain; charset=utf-8', write: textOf },
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
};

/** The CSV of comparisons: their replies alone. */
export const repliesWriter: ExportWriter<RepliesPart> = { type: writers.csv.type, write: repliesCsvOf };

/** Turns a whole comparison into the pieces of a page. */
type PageWriter = (page: ComparisonPage, layout: ComparisonLayout, at: Date) => Iterable<string>;

export const pageWriters = {
  md: { type: 'text/markdown; charset=utf-8', write: comparisonMarkdown },
  html: { type: 'text/html; charset=utf-8', write: comparisonHtml },
} as const satisfies Partial<Record<ComparisonFormat, { type: string; write: PageWriter }>>;

export const isPage = (format: ComparisonFormat): format is keyof typeof pageWriters => format in pageWriters;
