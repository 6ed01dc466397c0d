/** Lines at the bottom of a terminal that are written over again and again. They must fit on the screen. */
export class LiveFrame {
  #height = 0;

  constructor(private readonly write: (text: string) => void) {}

  show(lines: readonly string[]): void {
    const drawn = lines.map((line) => `${line}\u001b[K\n`).join('');
    this.write(`${this.#back()}${drawn}\u001b[0J`);
    this.#height = lines.length;
  }

  clear(): void {
    if (this.#height > 0) this.write(`${this.#back()}\u001b[0J`);
    this.#height = 0;
  }

  #back(): string {
    return this.#height > 0 ? `\u001b[${this.#height}A\r` : '';
  }
}
