import type { ExportedMessage } from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';

/** A message, and the key of the round it stands in. */
export interface PlacedMessage {
  key: string;
  message: ExportedMessage;
}

/** Finds the rounds of a comparison in the parts of its conversations, as `roundsOf` does in whole conversations. */
export class RoundsInParts {
  #conversations = 0;
  #key = '';

  placed({ isFirst, messages }: ExportedPart): PlacedMessage[] {
    if (isFirst) {
      this.#conversations += 1;
      this.#key = '';
    }
    // What belongs to no broadcast is a copy in all but the oldest conversation.
    const own = messages.filter(({ broadcastId }) => broadcastId !== undefined || this.#conversations === 1);
    return own.map((message) => {
      const { id, role, broadcastId } = message;
      if (broadcastId !== undefined) this.#key = broadcastId;
      else if (role === 'user') this.#key = id;
      return { key: this.#key, message };
    });
  }
}

interface Start {
  at: number;
  isAsked: boolean;
}

/** When the rounds of a comparison began: all that has to be known of it to number them. */
export class RoundStarts {
  readonly #starts = new Map<string, Start>();

  note({ key, message: { role, timestamp } }: PlacedMessage): void {
    const isAsked = role === 'user';
    const known = this.#starts.get(key);
    if (known && (known.isAsked || !isAsked)) return;
    this.#starts.set(key, { at: Date.parse(timestamp), isAsked });
  }

  /** The numbers of the rounds by their keys, from 1; one that began since they were noted comes behind all others. */
  numbers(): (key: string) => number {
    const sorted = [...this.#starts].sort(([, one], [, other]) => one.at - other.at);
    const numbers = new Map(sorted.map(([key], index) => [key, index + 1]));
    return (key) => {
      const number = numbers.get(key) ?? numbers.size + 1;
      numbers.set(key, number);
      return number;
    };
  }
}
