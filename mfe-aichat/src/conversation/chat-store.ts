import { afterStep, nothingYet, type Conversation, type Step } from './conversation.state.js';

/** Runs something at the next frame. */
export type Schedule = (paint: () => void) => void;

/** The conversation outside React: steps change it at once, text is painted once per frame. */
export class ChatStore {
  readonly #listeners = new Set<() => void>();
  #now: Conversation = nothingYet;
  #painted: Conversation = nothingYet;
  #isScheduled = false;

  constructor(private readonly schedule: Schedule) {}

  /** The conversation as it is now; React reads {@link painted}. */
  get now(): Conversation {
    return this.#now;
  }

  readonly painted = (): Conversation => this.#painted;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  take(step: Step): void {
    this.#now = afterStep(this.#now, step);
    if (step.do !== 'text') return this.#paint();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.schedule(() => {
      this.#isScheduled = false;
      this.#paint();
    });
  }

  #paint(): void {
    if (this.#painted === this.#now) return;
    this.#painted = this.#now;
    for (const listener of this.#listeners) listener();
  }
}
