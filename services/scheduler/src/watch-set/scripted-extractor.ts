import type { ReadCell, Reading, ReadingRequest } from '../watch/watch.entity.js';
import type { SeededRandom } from './random.js';
import { claimOf, factOf, remember, type Fact, type Statement } from './scripted-facts.js';
import { statementsOf } from './scripted-service.js';

/** How well an extractor reads: chances for each claim and text, and for each known claim. */
export interface ExtractorQuality {
  /** That it does not see what a text says of a claim. */
  misses: number;
  /** That its quote is not found. */
  unproven: number;
  /** That it lists a known claim once more, in other words. */
  repeats: number;
}

export const statedQuality: ExtractorQuality = { misses: 0.01, unproven: 0.02, repeats: 0.01 };

/** Reads scripted answers as well as is stated, and no better. */
export class ScriptedExtractor {
  constructor(
    private readonly quality: ExtractorQuality,
    private readonly random: SeededRandom,
  ) {}

  read({ known, texts, onlyKnown }: ReadingRequest): Reading {
    const isKnown = (fact: Fact) => known.some((claim) => isSame(factOf(claim), fact));
    const further = new Map<string, Fact>();
    for (const { text } of onlyKnown ? [] : texts) {
      for (const statement of statementsOf(text)) {
        const claim = claimOf(statement);
        if (!isKnown(statement)) further.set(remember(claim, factOnly(statement)), statement);
        else if (this.random.isBelow(this.quality.repeats / texts.length) && !known.includes(statement.sentence))
          further.set(statement.sentence, statement);
      }
    }
    const claims = [...known, ...further.keys()];
    return {
      extractor: 'scripted',
      costMicros: 2_000,
      costSource: 'provider',
      claims: claims.map((claim) => ({ text: claim, cells: texts.map(({ text }) => this.#cell(claim, text)) })),
    };
  }

  #cell(claim: string, text: string): ReadCell {
    const fact = factOf(claim);
    const about = statementsOf(text).find(({ topic }) => topic === fact?.topic);
    if (!fact || !about || this.random.isBelow(this.quality.misses)) return { outcome: '-' };
    if (this.random.isBelow(this.quality.unproven)) return { outcome: undefined };
    const start = text.indexOf(about.sentence);
    const outcome = about.value === fact.value ? 's' : 'c';
    return { outcome, quote: about.sentence, start, end: start + about.sentence.length };
  }
}

const factOnly = ({ topic, value }: Statement): Fact => ({ topic, value });
const isSame = (one: Fact | undefined, other: Fact) => one?.topic === other.topic && one.value === other.value;
