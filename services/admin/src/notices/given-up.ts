import type { Transaction } from '@polylogue/service-kit';

/** A delivery that was given up after a day of tries, or at once where trying again would not help. Texts are plain. */
export interface GivenUp {
  /** Of the delivery: the same however often it is said. */
  readonly id: string;
  readonly userId: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly path: string;
  readonly happenedAt: Date;
}

/** Called in the transaction that gives a delivery up, so that the user gets a notice of it. */
export abstract class GivenUpListener {
  abstract gaveUp(transaction: Transaction, givenUp: GivenUp): Promise<void>;
}
