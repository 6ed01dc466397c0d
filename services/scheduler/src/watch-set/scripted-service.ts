import type { WatchAnswer } from '../watch/watch.entity.js';
import type { SeededRandom } from './random.js';
import {
  firstValue,
  otherValue,
  remember,
  topicCount,
  wordingOf,
  type Fact,
  type Statement,
} from './scripted-facts.js';

/** What can be planted. */
export const plantable = [
  'new',
  'dropped',
  'reversed',
  'number_changed',
  'source_new',
  'refused',
  'error',
  'slower',
  'dearer',
] as const;
export type Planted = (typeof plantable)[number];

const mentioned = 0.5;
const sources = ['example.org', 'vendor.example', 'wiki.example'];

/** What each text states: the scripted extractor reads it here. */
const statements = new Map<string, readonly Statement[]>();
export const statementsOf = (text: string): readonly Statement[] => statements.get(text) ?? [];

/**
 * A service that knows some facts and words them anew each time, in another order; of some it speaks in half of its answers
 * only. Equal content, until a change is planted.
 */
export class ScriptedService {
  readonly #facts: Fact[];
  readonly #minor: Fact[];
  #planted: Planted | undefined;
  #changed: Fact | undefined;

  constructor(
    readonly name: string,
    private readonly random: SeededRandom,
  ) {
    const topics = random.shuffled(Array.from({ length: topicCount - 1 }, (_, topic) => topic));
    const facts = topics.map((topic) => ({ topic, value: firstValue(topic, random) }));
    this.#facts = facts.slice(0, 7);
    this.#minor = facts.slice(7, 9);
  }

  plant(change: Planted): void {
    this.#planted = change;
    const isNumber = change === 'number_changed';
    const fitting = this.#facts.filter(({ topic }) => isNumber === [0, 1, 2, 3, 9].includes(topic));
    this.#changed = this.random.pick(fitting.length > 0 ? fitting : this.#facts);
    if (change === 'new') this.#facts.push({ topic: topicCount - 1, value: 1 });
    if (change === 'dropped') this.#facts.splice(this.#facts.indexOf(this.#changed), 1);
    if (change === 'reversed' || isNumber) this.#changed.value = otherValue(this.#changed);
  }

  answer(number: number): WatchAnswer {
    const { random } = this;
    const isError = this.#planted === 'error';
    const text = isError ? '' : this.#planted === 'refused' ? "I'm sorry, but I can't help with that." : this.#text();
    return {
      aiService: this.name,
      number,
      isSuccess: !isError,
      text,
      error: isError ? 'The provider could not be reached.' : null,
      responseTimeMs: Math.round(random.around(this.#planted === 'slower' ? 12_000 : 3_000, 0.3)),
      costMicros: Math.round(random.around(this.#planted === 'dearer' ? 9_000 : 3_000, 0.2)),
      costSource: 'provider',
      sources: [...sources, ...(this.#planted === 'source_new' ? ['news.example'] : [])],
    };
  }

  #text(): string {
    const facts = [...this.#facts, ...this.#minor.filter(() => this.random.isBelow(mentioned))];
    const said = this.random.shuffled(facts).map((fact): Statement => {
      const sentence = remember(wordingOf(fact, this.random), fact);
      return { ...fact, sentence };
    });
    // Two answers of the same words in the same order are one text, and state the same.
    const text = said.map(({ sentence }) => sentence).join(' ');
    statements.set(text, said);
    return text;
  }
}
