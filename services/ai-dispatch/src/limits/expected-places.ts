/** Why calls have no allowance after all: too many at a time, or in a minute. */
export type Denial = 'atOnce' | 'inMinute';

/**
 * Requests that were let in before Redis had answered, since their users had been far from their limits: their calls wait for
 * that answer here, and are refused where it was no.
 */
export class ExpectedPlaces {
  /** By user; one at a time. */
  readonly #answers = new Map<string, Promise<void>>();
  /** By user, one entry for each of the next calls that have no allowance. */
  readonly #denied = new Map<string, Denial[]>();

  /** `keepMs`: how long calls may take to come. */
  constructor(private readonly keepMs: () => number) {}

  /** `answer`: undefined where the calls are taken. */
  expect(userId: string, calls: number, answer: Promise<Denial | undefined>): void {
    const answered = answer.then((denial) => {
      // The next request may have been let in meanwhile.
      if (this.#answers.get(userId) === answered) this.#answers.delete(userId);
      if (denial !== undefined) this.#deny(userId, new Array<Denial>(calls).fill(denial));
    });
    this.#answers.set(userId, answered);
  }

  /** What a call of a user has to wait for, if anything. */
  answerOf(userId: string): Promise<void> | undefined {
    return this.#answers.get(userId);
  }

  /** Why the next call of a user is refused, if it is. */
  takeDenial(userId: string): Denial | undefined {
    return this.#denied.get(userId)?.pop();
  }

  #deny(userId: string, denials: Denial[]): void {
    this.#denied.set(userId, denials);
    const forget = () => this.#denied.get(userId) === denials && this.#denied.delete(userId);
    setTimeout(forget, this.keepMs()).unref();
  }
}
