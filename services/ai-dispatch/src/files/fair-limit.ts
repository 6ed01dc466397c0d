/** How much may be under way, and how much of it for one user. */
export interface FairShares {
  max: number;
  maxPerUser: number;
  maxWaiting: number;
  maxWaitingPerUser: number;
  /** The error of those for whom the line has no room. */
  refusal: () => Error;
}

interface Waiting {
  userId: string;
  begin: () => void;
}

/**
 * At most so many pieces of work at a time, and only a share of them for one user. Those that wait start in the order of
 * coming, except that those whose user has a share already are passed by.
 */
export class FairLimit {
  readonly #running: string[] = [];
  #waiting: Waiting[] = [];

  constructor(private readonly shares: FairShares) {}

  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    if (this.#hasRoom(userId)) this.#running.push(userId);
    else await this.#wait(userId);
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(userId), 1);
      this.#beginNext();
    }
  }

  #hasRoom(userId: string): boolean {
    const own = this.#running.filter((each) => each === userId).length;
    return this.#running.length < this.shares.max && own < this.shares.maxPerUser;
  }

  #wait(userId: string): Promise<void> {
    const own = this.#waiting.filter((each) => each.userId === userId).length;
    const { maxWaiting, maxWaitingPerUser, refusal } = this.shares;
    if (this.#waiting.length >= maxWaiting || own >= maxWaitingPerUser) throw refusal();
    return new Promise((begin) => this.#waiting.push({ userId, begin }));
  }

  #beginNext(): void {
    const next = this.#waiting.find(({ userId }) => this.#hasRoom(userId));
    if (!next) return;
    this.#waiting = this.#waiting.filter((each) => each !== next);
    this.#running.push(next.userId);
    next.begin();
  }
}
