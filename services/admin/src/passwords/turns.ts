/** Lets a few pieces of work run at once; the rest wait in line, and beyond a length of the line are refused. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
    private readonly refusal: () => Error,
  ) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.atOnce) this.#running += 1;
    else if (this.#waiting.length >= this.mostWaiting) throw this.refusal();
    // Who ends hands the turn on, so that nobody overtakes the line.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
