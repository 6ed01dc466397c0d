import type { AiServiceLabel, Message, MissingFromExport, QualityAssessment, Summary } from '@polylogue/api-contract';
import { csvLines, csvMark, defused } from '../csv/csv.js';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { tokensPerSecond } from './figures.rules.js';
import { assessmentsByReply, missingSentence, scoreOf } from './scores.rules.js';
import { columns } from './csv-columns.js';
import { keptRows } from './map-csv.writer.js';
import { mapsBehind } from './maps.rules.js';
import { summariesBehind } from './summaries.rules.js';

/** One row per message, per summary, per agreement map and what belongs to it. A cell that a spreadsheet would run as a formula begins with an apostrophe instead. */
export async function* csvOf(
  parts: AsyncIterable<ExportedPart>,
  _at: Date,
  missing: MissingFromExport,
): AsyncGenerator<string> {
  yield csvMark + csvLines([columns]);
  for await (const conversation of parts) {
    const { id, title, aiService, messages } = conversation;
    const judged = assessmentsByReply(conversation);
    for (const message of messages) {
      const { id: messageId, role, status, timestamp, responseTime, tokens, content, error } = message;
      const cells = [id, title, aiService.displayName, messageId, role, status, timestamp].map(defused);
      const said = [defused(content), defused(error ?? '')];
      const scores = scoreCells(judged.get(messageId));
      const origin = originCells(conversation, message);
      yield csvLines([[...cells, responseTime, tokens, ...costCells(message), ...said, ...scores, ...origin]]);
      for (const summary of summariesBehind(conversation, message)) {
        yield csvLines([summaryCells(conversation, summary)]);
      }
      for (const kept of mapsBehind(conversation, message)) yield csvLines(keptRows(conversation, kept));
    }
  }
  const sentence = missingSentence(missing);
  if (sentence) yield csvLines([columns.map((name) => (name === 'Error' ? sentence : ''))]);
}

/** What is unknown stays empty: an empty cell is not 0. */
function costCells(
  message: Parameters<typeof tokensPerSecond>[0] & Pick<Message, 'cost' | 'stopReason'>,
): (number | string | undefined)[] {
  const { firstTokenTime, cost, stopReason } = message;
  return [
    firstTokenTime,
    tokensPerSecond(message),
    cost?.amount,
    cost?.currency,
    cost?.source,
    defused(stopReason ?? ''),
  ];
}

/** A summary is a row of its own, behind the reply of this conversation that it is about. */
function summaryCells({ id, title, aiService }: ExportedPart, summary: Summary): (number | string | undefined)[] {
  const { status, timestamp, responseTime, tokens, content, error = '', generation, usage } = summary;
  const cells = [id, title, aiService.displayName, summary.id, 'summary', status, timestamp].map(defused);
  const said = [defused(content), defused(error)];
  const origin = originCellsOf(summary.aiService, generation, usage);
  return [...cells, responseTime, tokens, ...costCells(summary), ...said, ...scoreCells(undefined), ...origin];
}

function originCells({ aiService }: ExportedPart, message: Message): (number | string | undefined)[] {
  const { role, author = aiService, generation, usage } = message;
  return role === 'user' ? Array<undefined>(11).fill(undefined) : originCellsOf(author, generation, usage);
}

function originCellsOf(
  author: AiServiceLabel,
  generation: Message['generation'],
  usage: Message['usage'],
): (number | string | undefined)[] {
  const { model = 'not recorded', responseModel = '', settings, warnings = [], sources = [] } = generation ?? {};
  return [
    defused(author.displayName),
    defused(model),
    defused(responseModel),
    settings?.temperature,
    defused(warnings.join(' ')),
    usage?.cached,
    usage?.reasoning,
    defused(sources.map(({ url, title = '' }) => url ?? title).join('\n')),
    defused(generation?.reasoning ?? ''),
    generation?.estimate?.low,
    generation?.estimate?.high,
  ];
}

function scoreCells(assessments: readonly QualityAssessment[] | undefined): (number | string | undefined)[] {
  if (!assessments) return [undefined, undefined];
  const { average, verdicts, judges } = scoreOf(assessments);
  return [average, `${verdicts} of ${judges}`];
}
