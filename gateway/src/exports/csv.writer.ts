import type {
  AgreementClaim,
  AgreementMap,
  AiServiceLabel,
  Message,
  MissingFromExport,
  QualityAssessment,
  Summary,
} from '@polylogue/api-contract';
import { csvLines, csvMark, defused } from '../csv/csv.js';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { tokensPerSecond } from './figures.rules.js';
import { assessmentsByReply, missingSentence, scoreOf } from './scores.rules.js';
import { mapsBehind, sideOf } from './maps.rules.js';
import { summariesBehind } from './summaries.rules.js';

const columns = [
  'Conversation',
  'Title',
  'AI Service',
  'Message',
  'Role',
  'Status',
  'Time',
  'Response Time (ms)',
  'Tokens',
  'Time to First Token (ms)',
  'Tokens per Second',
  'Cost',
  'Currency',
  'Cost Source',
  'Stop Reason',
  'Content',
  'Error',
  'Overall Score',
  'Judges',
  'Written By',
  'Model',
  'Answered by Model',
  'Temperature',
  'Warnings',
  'Cached Tokens',
  'Reasoning Tokens',
  'Sources',
  'Reasoning',
  'Estimated Cost From',
  'Estimated Cost To',
  'Agreement',
  'Mark',
  'Says So',
  'Contradicts It',
  'Silent',
  'Unproven',
];

/** One row per message, per summary, per agreement map and per claim of one. A cell that a spreadsheet would run as a formula begins with an apostrophe instead. */
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
      for (const map of mapsBehind(conversation, message)) yield csvLines(mapRows(conversation, map));
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

const none = (count: number) => Array<undefined>(count).fill(undefined);

/** A map is a row of its own, and each of its claims is one behind it. */
function mapRows({ id, title, aiService }: ExportedPart, map: AgreementMap): (number | string | undefined)[][] {
  const { cost, responseTime, error = '', generation, status, timestamp } = map;
  const thread = [id, title, aiService.displayName].map(defused);
  const row = (role: string) => [...thread, ...[map.id, role, status, timestamp].map(defused)];
  const costs = [cost?.amount, cost?.currency, cost?.source, undefined];
  const origin = originCellsOf(map.extractor, generation, undefined);
  const head = [...row('agreement map'), responseTime, ...none(3), ...costs, '', defused(error), ...none(2), ...origin];
  return [
    [...head, map.agreement ?? undefined],
    ...map.claims.map((claim) => [
      ...row('claim'),
      ...none(8),
      defused(claim.text),
      ...none(3),
      defused(map.extractor.displayName),
      ...none(10),
      ...sideCells(claim, map),
    ]),
  ];
}

const sideCells = (claim: AgreementClaim, map: AgreementMap): (number | string | undefined)[] => [
  claim.agreement ?? undefined,
  claim.mark,
  ...(['says', 'contradicts', 'silent', 'unproven'] as const).map((stance) => defused(sideOf(claim, map, stance))),
];

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
