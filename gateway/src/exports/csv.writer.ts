import { filesOf, type ExportedMessage, type MissingFromExport, type Summary } from '@polylogue/api-contract';
import { csvLines, csvMark } from '../csv/csv.js';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { fileNames, originCells, saidCells, scoreCells, threadCells } from './csv-cells.js';
import { columns, rowOf, type Row } from './csv-columns.js';
import { keptRows } from './map-csv.writer.js';
import { mapsBehind } from './maps.rules.js';
import { assessmentsByReply, missingSentence } from './scores.rules.js';
import { summariesBehind } from './summaries.rules.js';

/** One row per message, per summary, per agreement map and what belongs to it. A cell that a spreadsheet would run as a formula begins with an apostrophe instead. */
export async function* csvOf(
  parts: AsyncIterable<ExportedPart>,
  _at: Date,
  missing: MissingFromExport,
): AsyncGenerator<string> {
  yield csvMark + csvLines([columns]);
  for await (const conversation of parts) {
    const thread = threadCells(conversation);
    const judged = assessmentsByReply(conversation);
    for (const message of conversation.messages) {
      const cells = messageCells(conversation, message);
      yield csvLines([rowOf({ ...thread, ...cells, ...scoreCells(judged.get(message.id)) })]);
      for (const summary of summariesBehind(conversation, message)) {
        yield csvLines([rowOf({ ...thread, ...summaryCells(summary) })]);
      }
      for (const kept of mapsBehind(conversation, message)) yield csvLines(keptRows(conversation, kept));
    }
  }
  const sentence = missingSentence(missing);
  if (sentence) yield csvLines([rowOf({ Error: sentence })]);
}

function messageCells({ aiService }: ExportedPart, message: ExportedMessage): Row {
  const { role, author = aiService, generation, usage, media = [] } = message;
  return {
    Role: role,
    ...saidCells(message),
    ...(role !== 'user' && originCells(author, generation, usage)),
    Files: fileNames([...filesOf(message), ...media]),
  };
}

/** A summary is a row of its own, behind the reply of this conversation that it is about. */
const summaryCells = (summary: Summary): Row => ({
  Role: 'summary',
  ...saidCells(summary),
  ...originCells(summary.aiService, summary.generation, summary.usage),
});
