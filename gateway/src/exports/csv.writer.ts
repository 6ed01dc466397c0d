import type { Conversation } from '@polylogue/api-contract';
import { stringify } from 'csv-stringify/sync';

const columns = [
  ...['Conversation', 'Title', 'AI Service', 'Message', 'Role', 'Status', 'Time', 'Response Time (ms)', 'Tokens'],
  ...['Content', 'Error'],
];
// A byte order mark: spreadsheets take the file for another encoding without it.
const mark = '\uFEFF';

/** One row per message. A cell that a spreadsheet would run as a formula begins with an apostrophe instead. */
export async function* csvOf(conversations: AsyncIterable<Conversation>): AsyncGenerator<string> {
  yield mark + line(columns);
  for await (const { id, title, aiService, messages } of conversations) {
    for (const { id: messageId, role, status, timestamp, responseTime, tokens, content, error } of messages) {
      const words = [id, title, aiService.displayName, messageId, role, status, timestamp].map(defused);
      yield line([...words, responseTime, tokens, defused(content), defused(error ?? '')]);
    }
  }
}

const line = (cells: readonly unknown[]): string => stringify([cells], { record_delimiter: 'windows' });

const defused = (text: string): string => {
  const clean = text.replaceAll('\0', '\uFFFD');
  return /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(clean) || text.startsWith('\0') ? `'${clean}` : clean;
};
