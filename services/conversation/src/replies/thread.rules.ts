import type { Picture } from '@polylogue/proto';
import type { AttachedFile } from '../attachments/attachment.entity.js';
import { picturesOf, promptOf } from '../attachments/prompt.rules.js';
import { withCarriedTurns, type CarriedTurn } from './carried-turns.rules.js';

/** A message of a conversation, as far as a provider's history needs it. */
export interface HistoryMessage {
  role: 'user' | 'assistant';
  content: string;
  /** The files the message came with. */
  files?: readonly AttachedFile[] | null;
  /** The display name of the service that wrote it, when it is not the one the thread is for. */
  author?: string | null;
}

/** What is sent to a provider. */
export interface ThreadMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  /** Of a user's message. */
  pictures?: readonly Picture[];
}

/**
 * The exact messages sent for a reply: the thread so far, oldest first, closing with the user's message.
 *
 * A turn whose reply did not complete stays, with the text that was visible, because the user read it and may refer to
 * it. A turn without any text is left out as a pair: two user messages in a row confuse models, and some refuse them.
 * For the same reason the turns of other services stand within the user message that follows them: as ASSISTANT they
 * would be taken for the service's own words.
 */
export function threadOf(
  history: readonly HistoryMessage[],
  message: string,
  files?: readonly AttachedFile[] | null,
): ThreadMessage[] {
  const thread: ThreadMessage[] = [];
  let carried: (CarriedTurn & Question)[] = [];
  let question: Question | undefined;
  for (const { role, content, files: attached, author } of history) {
    if (role === 'user') question = questionOf(content, attached);
    else if (content.trim() !== '' && question !== undefined) {
      if (author) carried.push({ ...question, author, reply: content });
      else {
        thread.push(userMessage(carried, question), { role: 'assistant', content });
        carried = [];
      }
      question = undefined;
    }
  }
  return [...thread, userMessage(carried, questionOf(message, files))];
}

interface Question {
  question: string;
  pictures: readonly Picture[];
}

const questionOf = (message: string, files: HistoryMessage['files']): Question => ({
  question: promptOf(message, files),
  pictures: picturesOf(files),
});

function userMessage(carried: readonly (CarriedTurn & Question)[], asked: Question): ThreadMessage {
  const pictures = [...carried, asked].flatMap((turn) => turn.pictures);
  const content = withCarriedTurns(carried, asked.question);
  return { role: 'user', content, ...(pictures.length > 0 && { pictures }) };
}
