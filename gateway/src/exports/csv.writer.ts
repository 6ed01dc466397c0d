import type { ExportedConversation, MissingFromExport, QualityAssessment } from '@polylogue/api-contract';
import { stringify } from 'csv-stringify/sync';
import { assessmentsByReply, missingSentence, scoreOf } from './scores.rules.js';

const columns = [
  ...['Conversation', 'Title', 'AI Service', 'Message', 'Role', 'Status', 'Time', 'Response Time (ms)', 'Tokens'],
  ...['Content', 'Error', 'Overall Score', 'Judges'],
];
// A byte order mark: spreadsheets take the file for another encoding without it.
const mark = '\uFEFF';

/** One row per message. A cell that a spreadsheet would run as a formula begins with an apostrophe instead. */
export async function* csvOf(
  conversations: AsyncIterable<ExportedConversation>,
  _at: Date,
  missing: MissingFromExport,
): AsyncGenerator<string> {
  yield mark + line(columns);
  for await (const conversation of conversations) {
    const { id, title, aiService, messages } = conversation;
    const judged = assessmentsByReply(conversation);
    for (const { id: messageId, role, status, timestamp, responseTime, tokens, content, error } of messages) {
      const words = [id, title, aiService.displayName, messageId, role, status, timestamp].map(defused);
      const said = [defused(content), defused(error ?? '')];
      yield line([...words, responseTime, tokens, ...said, ...scoreCells(judged.get(messageId))]);
    }
  }
  const sentence = missingSentence(missing);
  if (sentence) yield line([...columns.slice(0, -4).map(() => ''), '', sentence, '', '']);
}

function scoreCells(assessments: readonly QualityAssessment[] | undefined): (number | string | undefined)[] {
  if (!assessments) return [undefined, undefined];
  const { average, verdicts, judges } = scoreOf(assessments);
  return [average, `${verdicts} of ${judges}`];
}

const line = (cells: readonly unknown[]): string => stringify([cells], { record_delimiter: 'windows' });

const defused = (text: string): string => {
  const clean = text.replaceAll('\0', '\uFFFD');
  return /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(clean) || text.startsWith('\0') ? `'${clean}` : clean;
};
