import { filesOf, type MissingFromExport, type QualityAssessment } from '@polylogue/api-contract';
import { csvLines, csvMark } from '../csv/csv.js';
import type { ComparisonReply, RepliesPart } from './comparison-replies.js';
import { fileNames, givenCells, originCells, saidCells, scoreCells } from './csv-cells.js';
import { cellsOf, type Cell } from './csv-columns.js';
import { sourcesInLine } from './origin.rules.js';
import { assessmentsByReply, missingSentence } from './scores.rules.js';

/** What was asked, who replied and how it was requested, then figures, then texts. */
const columns = [
  'Comparison',
  'Title',
  'Starred',
  'Tags',
  'Round',
  'Asked',
  'Question',
  'Question Files',
  'Conversation',
  'Message',
  'AI Service',
  'AI Service Id',
  'Model',
  'Answered by Model',
  'Instructions',
  'Temperature',
  'Reasoning Effort',
  'Longest Answer (tokens)',
  'Web Search',
  'Answer Schema',
  'Status',
  'Time',
  'Response Time (ms)',
  'Time to First Token (ms)',
  'Tokens per Second',
  'Input Tokens',
  'Output Tokens',
  'Cached Tokens',
  'Reasoning Tokens',
  'Cost',
  'Currency',
  'Cost Source',
  'Estimated Cost From',
  'Estimated Cost To',
  'Stop Reason',
  'Overall Score',
  'Judges',
  'Pinned',
  'Content',
  'Error',
  'Warnings',
  'Sources',
  'Reasoning',
  'Files',
] as const;

type Row = Partial<Record<(typeof columns)[number], Cell>>;

/** One row per reply, and nothing else: rows are counted, summed and compared by service. */
export async function* repliesCsvOf(
  parts: AsyncIterable<RepliesPart>,
  _at: Date,
  missing: MissingFromExport,
): AsyncGenerator<string> {
  yield csvMark + csvLines([columns]);
  for await (const part of parts) {
    const judged = assessmentsByReply(part);
    for (const reply of part.replies) {
      const cells = { ...askedCells(part, reply), ...replyCells(part, reply, judged.get(reply.message.id)) };
      yield csvLines([cellsOf(columns, cells)]);
    }
  }
  const sentence = missingSentence(missing);
  if (sentence) yield csvLines([cellsOf<keyof Row>(columns, { Error: sentence })]);
}

function askedCells(part: RepliesPart, { round, question }: ComparisonReply): Row {
  return {
    Comparison: part.comparisonId,
    Title: part.comparisonTitle,
    ...givenCells(part.comparison),
    Round: round,
    Asked: question?.timestamp,
    Question: question?.content,
    'Question Files': question && fileNames(filesOf(question)),
  };
}

function replyCells(
  { id, aiService }: RepliesPart,
  { message }: ComparisonReply,
  assessments: readonly QualityAssessment[] | undefined,
): Row {
  const { author = aiService, generation, usage, cost, tokens, pinned, media = [] } = message;
  return {
    ...saidCells(message),
    ...originCells(author, generation, usage),
    ...scoreCells(assessments),
    Conversation: id,
    // A name may change between two replies, or be that of a removed preset: the id says which are of one service.
    'AI Service': author.displayName,
    'AI Service Id': author.name,
    'Output Tokens': tokens,
    Currency: (cost ?? generation?.estimate)?.currency,
    Pinned: pinned ? 'yes' : undefined,
    Sources: sourcesInLine(generation, ({ url, title = '' }) => url ?? title).join('\n'),
    Files: fileNames(media),
  };
}
