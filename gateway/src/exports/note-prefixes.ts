/** Keeps the notes of several answers in one file apart. */
export class NotePrefixes {
  #count = 0;

  next(): string {
    this.#count += 1;
    return `a${this.#count}`;
  }
}
