import type { ExportedMessage } from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { RoundsInParts, RoundStarts, type PlacedMessage } from './rounds-in-parts.rules.js';

/** A reply, and what it was a reply to. */
export interface ComparisonReply {
  /** From 1, in the whole comparison. */
  round: number;
  question: ExportedMessage | undefined;
  message: ExportedMessage;
}

/** A part of a comparison's conversation, with the replies in it. */
export interface RepliesPart extends ExportedPart {
  comparisonId: string;
  comparisonTitle: string;
  replies: ComparisonReply[];
}

/** As JSON; a longer comparison is read a second time instead of being held. */
const maxHeldCharacters = 1024 * 1024;

/**
 * The replies of a comparison, conversation by conversation in the order in which they joined. The numbers of its
 * rounds are known when the last one has been read: a service that joined later may have been asked alone between two.
 */
export async function* repliesOf(
  comparisonId: string,
  read: () => AsyncIterable<ExportedPart>,
): AsyncGenerator<RepliesPart> {
  const { numberOf, held } = await readThrough(read());
  const rounds = new RoundsInParts();
  let comparisonTitle: string | undefined;
  let asked: PlacedMessage | undefined;
  for await (const part of held ?? read()) {
    comparisonTitle ??= part.comparison?.title ?? part.title;
    if (part.isFirst) asked = undefined;
    const replies: ComparisonReply[] = [];
    for (const placed of rounds.placed(part)) {
      const { key, message } = placed;
      if (message.role === 'user') asked = placed;
      else replies.push({ round: numberOf(key), question: asked?.key === key ? asked.message : undefined, message });
    }
    yield { ...part, comparisonId, comparisonTitle, replies };
  }
}

/** How the rounds are numbered, and the parts themselves where they are short together. */
async function readThrough(parts: AsyncIterable<ExportedPart>) {
  const rounds = new RoundsInParts();
  const starts = new RoundStarts();
  let held: ExportedPart[] | undefined = [];
  let characters = 0;
  for await (const part of parts) {
    for (const placed of rounds.placed(part)) starts.note(placed);
    if (held) characters += JSON.stringify(part.messages).length;
    if (characters > maxHeldCharacters) held = undefined;
    held?.push(part);
  }
  return { numberOf: starts.numbers(), held };
}
