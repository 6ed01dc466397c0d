/** After this long the two clocks may have run apart, or one of them was set. */
const knownForMs = 60_000;
/** An answer that took longer says too little about the moment in which it was given. */
const maxAnswerMs = 200;

/** What time it is at a server, by its own answers: its clock need not be that of this machine. */
export class ServerClock {
  #known: { serverMs: number; at: number } | undefined;

  /** `now`: milliseconds of a clock of this process that nobody sets. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  get moment(): number {
    return this.now();
  }

  /** What was sent at a moment of this process has just been answered with the server's time, in milliseconds. */
  note(serverMs: number, sentAt: number): void {
    const at = this.now();
    if (at - sentAt <= maxAnswerMs) this.#known = { serverMs, at };
  }

  /** What time it will be there in so many milliseconds, or a little before; undefined where it is not known by now. */
  in(ms: number): number | undefined {
    if (!this.#known) return undefined;
    const age = this.now() - this.#known.at;
    return age > knownForMs ? undefined : this.#known.serverMs + age + ms;
  }
}
