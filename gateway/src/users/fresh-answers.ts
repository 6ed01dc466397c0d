import { Inject, Injectable } from '@nestjs/common';
import { RecentAnswers } from '@polylogue/service-kit';
import { Clock } from '../clock.js';
import { WrittenAnswer } from '../http/written-answer.js';

const freshMs = 1_000;
const remembered = 100;

/**
 * Answers that every administrator gets alike, made and written out once a second however many panels poll. What
 * is changed here is seen at once. Whether the caller may see them was checked before.
 */
@Injectable()
export class FreshAnswers {
  readonly #made: RecentAnswers<WrittenAnswer>;

  constructor(@Inject(Clock) clock: Clock) {
    this.#made = new RecentAnswers({ lastsMs: freshMs, max: remembered }, clock);
  }

  get(key: string, make: () => Promise<unknown>): Promise<WrittenAnswer> {
    const write = () =>
      this.#made.keep(
        key,
        make().then((value) => new WrittenAnswer(value)),
      );
    // A failure is not shared: it may be about the first caller only, who may just have lost the right.
    return this.#made.find(key)?.answer.catch(write) ?? write();
  }

  forget(): void {
    this.#made.forget();
  }
}
