import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { WrittenAnswer } from '../http/written-answer.js';

const freshMs = 1_000;
const remembered = 100;

/**
 * Answers that every administrator gets alike, made and written out at most once a second however many panels ask. What
 * is changed here is seen at once. Whether somebody may see them was asked before.
 */
@Injectable()
export class FreshAnswers {
  readonly #made = new Map<string, { at: number; answer: Promise<WrittenAnswer> }>();

  constructor(@Inject(Clock) private readonly clock: Clock) {}

  get(asked: string, make: () => Promise<unknown>): Promise<WrittenAnswer> {
    const known = this.#made.get(asked);
    if (!known || this.clock.now() - known.at >= freshMs) return this.#make(asked, make);
    // A fault is nobody else's: whoever asked first may just have lost the right to.
    return known.answer.catch(() => this.#make(asked, make));
  }

  forget(): void {
    this.#made.clear();
  }

  #make(asked: string, make: () => Promise<unknown>): Promise<WrittenAnswer> {
    const answer = make().then((value) => new WrittenAnswer(value));
    this.#made.delete(asked);
    this.#made.set(asked, { at: this.clock.now(), answer });
    if (this.#made.size > remembered) this.#made.delete(this.#made.keys().next().value as string);
    answer.catch(() => this.#made.get(asked)?.answer === answer && this.#made.delete(asked));
    return answer;
  }
}
