/** Gathers what is put aside with a service, and sends it part by part. */
export class PartQueue<T> {
  #items: T[] = [];
  #length = 0;
  #part = 0;

  constructor(
    private readonly max: { items: number; characters: number },
    private readonly send: (items: T[], part: number) => Promise<void>,
  ) {}

  /** What waits here. */
  get held(): { characters: number; entries: number } {
    return { characters: this.#length, entries: this.#items.length };
  }

  async add(item: T, length: number): Promise<void> {
    this.#items.push(item);
    this.#length += length;
    if (this.#items.length >= this.max.items || this.#length >= this.max.characters) await this.flush();
  }

  async flush(): Promise<void> {
    const items = this.#items;
    [this.#items, this.#length] = [[], 0];
    if (items.length === 0) return;
    await this.send(items, this.#part);
    this.#part += 1;
  }
}
