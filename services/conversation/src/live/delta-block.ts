import type { Delta } from './deltas.rules.js';
import { joined } from './joined-text.js';

const wordsPerDelta = 3;

/**
 * Deltas in a row in one text and one array of numbers: as an object and a string each they would take ten times as much
 * memory as their text. Between them may be places of other events, which stay empty here.
 */
export class DeltaBlock {
  readonly #text: string;
  readonly #firstId: number;
  /** Of each place: the id above the first one, the target, and where its text ends. */
  readonly #words: Uint32Array;

  /** `first`: the place of the first one. */
  constructor(
    private readonly first: number,
    places: readonly (Delta | undefined)[],
  ) {
    this.#firstId = places.find((delta) => delta !== undefined)?.id ?? 0;
    this.#words = new Uint32Array(places.length * wordsPerDelta);
    let text = '';
    let word = 0;
    for (const delta of places) {
      if (delta) {
        text += delta.text;
        this.#words[word] = delta.id - this.#firstId;
        this.#words[word + 1] = delta.targetIndex;
      }
      this.#words[word + 2] = text.length;
      word += wordsPerDelta;
    }
    this.#text = joined(text);
  }

  idAt(place: number): number {
    return this.#firstId + this.#words[(place - this.first) * wordsPerDelta]!;
  }

  at(place: number): Delta {
    const word = (place - this.first) * wordsPerDelta;
    const start = word === 0 ? 0 : this.#words[word - 1]!;
    const text = this.#text.slice(start, this.#words[word + 2]);
    return { id: this.idAt(place), targetIndex: this.#words[word + 1]!, text };
  }
}
