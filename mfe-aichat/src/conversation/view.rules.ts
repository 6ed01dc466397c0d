import type { HistoryLine } from '@polylogue/api-contract';
import type { Line } from './conversation.state.js';

/** What one side is sent next. */
export interface View {
  message: string;
  conversationHistory: HistoryLine[];
  /** The part of the message that the user put in. */
  interjection?: string;
}

/** Characters of history that still fit into one request with room to spare. */
export const maxHistory = 250_000;

/**
 * The conversation as one side sees it: its own words are `assistant`, everything else is `user`. The message is
 * what the other said last, with what the user put in since; before the first reply it is the opening.
 */
export function viewOf(side: 0 | 1, lines: readonly Line[]): View {
  const said = lines.filter(
    ({ speaker, status, text }) => speaker !== 'moderator' && status === 'completed' && text.trim() !== '',
  );
  const lastReply = said.findLastIndex(({ speaker }) => speaker !== 'you');
  const from =
    lastReply === -1 || said[lastReply]?.speaker === side ? Math.min(lastReply + 1, said.length - 1) : lastReply;
  const now = said.slice(from);
  const putIn = now.filter(({ speaker }, index) => speaker === 'you' && from + index > 0).map(({ text }) => text);
  return {
    message: now.map((line, index) => wordsOf(line, from + index)).join('\n\n'),
    conversationHistory: recent(said.slice(0, from).map((line, index) => historyLine(side, line, index))),
    ...(putIn.length > 0 ? { interjection: putIn.join('\n\n') } : {}),
  };
}

function historyLine(side: 0 | 1, line: Line, index: number): HistoryLine {
  return { role: line.speaker === side ? 'assistant' : 'user', content: wordsOf(line, index) };
}

// The opening is the task itself; later texts of the user come with a reply and must not be mistaken for it.
function wordsOf({ speaker, text }: Line, index: number): string {
  return speaker === 'you' && index > 0 ? `The person who reads along says: ${text}` : text;
}

/** The opening and as much of the end as fits. */
function recent(history: HistoryLine[]): HistoryLine[] {
  const [opening, ...rest] = history;
  if (!opening) return [];
  let room = maxHistory - opening.content.length;
  const from = rest.findLastIndex(({ content }) => (room -= content.length) < 0) + 1;
  return [opening, ...rest.slice(from)];
}
