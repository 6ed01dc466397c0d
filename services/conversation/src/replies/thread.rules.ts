import type { FileText } from '../attachments/attachment.entity.js';
import { promptOf } from '../attachments/prompt.rules.js';
import { withCarriedTurns, type CarriedTurn } from './carried-turns.rules.js';

/** A message of a conversation, as far as a provider's history needs it. */
export interface HistoryMessage {
  role: 'user' | 'assistant';
  status: string;
  content: string;
  /** The file the message came with. */
  file?: FileText | null;
  /** The display name of the service that wrote it, when it is not the one the thread is for. */
  author?: string | null;
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
 * For the same reason the turns of other services stand within the user message that follows them: as ASSISTANT they
 * would be taken for the service's own words.
 */
export function threadOf(history: readonly HistoryMessage[], message: string, file?: FileText | null): ThreadMessage[] {
  const thread: ThreadMessage[] = [];
  let carried: CarriedTurn[] = [];
  let question: string | undefined;
  for (const { role, content, file, author } of history) {
    if (role === 'user') question = promptOf(content, file);
    else if (content.trim() !== '' && question !== undefined) {
      if (author) carried.push({ question, author, reply: content });
      else {
        thread.push({ role: 'user', content: withCarriedTurns(carried, question) }, { role: 'assistant', content });
        carried = [];
      }
      question = undefined;
    }
  }
  return [...thread, { role: 'user', content: withCarriedTurns(carried, promptOf(message, file)) }];
}
