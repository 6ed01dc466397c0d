import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';

const freshMs = 1_000;
const remembered = 100;

/**
 * Answers that every administrator gets alike, made at most once a second however many panels ask. What is changed here
 * is seen at once.
 */
@Injectable()
export class FreshAnswers {
  readonly #made = new Map<string, { at: number; answer: Promise<unknown> }>();

  constructor(@Inject(Clock) private readonly clock: Clock) {}

  get<T>(asked: string, make: () => Promise<T>): Promise<T> {
    const now = this.clock.now();
    const known = this.#made.get(asked);
    if (known && now - known.at < freshMs) return known.answer as Promise<T>;
    const answer = make();
    this.#made.delete(asked);
    this.#made.set(asked, { at: now, answer });
    if (this.#made.size > remembered) this.#made.delete(this.#made.keys().next().value as string);
    // A fault is nobody else's.
    answer.catch(() => this.#made.get(asked)?.answer === answer && this.#made.delete(asked));
    return answer;
  }

  forget(): void {
    this.#made.clear();
  }
}
