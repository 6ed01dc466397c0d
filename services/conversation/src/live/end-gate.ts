interface Waiting {
  place: number;
  go: () => void;
}

/**
 * Holds the ends of a blind round's replies until all of them are there, and lets them go in the order of their places:
 * neither when a reply ended nor which one ended first is a sign of who wrote it. It knows the replies that run in this
 * process.
 */
export class EndGate {
  readonly #waiting: Waiting[] = [];
  #entered = 0;
  #arrived = 0;

  /** How many replies run, and how many of them have ended. */
  get counts(): { entered: number; arrived: number } {
    return { entered: this.#entered, arrived: this.#arrived };
  }

  /** Notes a reply that will arrive. */
  enter(): void {
    this.#entered += 1;
  }

  /** Settles when all that entered have arrived. */
  arrive(place: number): Promise<void> {
    this.#arrived += 1;
    const gone = new Promise<void>((go) => this.#waiting.push({ place, go }));
    // Later, so that the last one waits as the others do and none of them overtakes another.
    if (this.#arrived === this.#entered) setImmediate(() => this.#open());
    return gone;
  }

  #open(): void {
    const leaving = this.#waiting.splice(0).toSorted((one, other) => one.place - other.place);
    for (const { go } of leaving) go();
  }
}
