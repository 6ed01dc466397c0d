import { promptWithoutPictures } from '../attachments/prompt.rules.js';
import type { HistoryMessage } from '../replies/thread.rules.js';

export interface EarlierTurn {
  isFromUser: boolean;
  text: string;
}

/**
 * What a service knew of its thread before the question, for those who judge its reply: the same turns that it was sent.
 * Who wrote a reply that was carried over from another service is not said: a judge learns no names.
 */
export function earlierTurns(history: readonly HistoryMessage[]): EarlierTurn[] {
  const turns: EarlierTurn[] = [];
  let question: string | undefined;
  for (const { role, content, files } of history) {
    if (role === 'user') question = promptWithoutPictures(content, files);
    else if (content.trim() !== '' && question !== undefined) {
      turns.push({ isFromUser: true, text: question }, { isFromUser: false, text: content });
      question = undefined;
    }
  }
  return turns;
}
