import type { FileText } from '../attachments/attachment.entity.js';
import { promptOf } from '../attachments/prompt.rules.js';

/** A message of a conversation, as far as a provider's history needs it. */
export interface HistoryMessage {
  role: 'user' | 'assistant';
  status: string;
  content: string;
  /** The file the message came with. */
  file?: FileText | null;
}

/** What is sent to a provider. */
export interface ThreadMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/**
 * The exact messages sent for a reply: the thread so far, oldest first, closing with the user's message.
 *
 * A turn whose reply did not complete stays, with the text that was visible, because the user read it and may refer to
 * it. A turn without any text is left out as a pair: two user messages in a row confuse models, and some refuse them.
 */
export function threadOf(history: readonly HistoryMessage[], message: string, file?: FileText | null): ThreadMessage[] {
  const turns: ThreadMessage[] = [];
  let question: string | undefined;
  for (const { role, content, file } of history) {
    if (role === 'user') question = promptOf(content, file);
    else if (content.trim() !== '' && question !== undefined) {
      turns.push({ role: 'user', content: question }, { role: 'assistant', content });
      question = undefined;
    }
  }
  return [...turns, { role: 'user', content: promptOf(message, file) }];
}
