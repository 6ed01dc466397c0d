import type { WrittenSentence } from './merged-answer.entity.js';
import { sentencesIn } from './references.rules.js';

/** More than an answer of twenty claims has; the rest is not taken in. */
export const maxSentences = 200;
const maxSentence = 2_000;

/** Reads an answer line by line as it comes. A sentence does not change any more once it was read. */
export class LineReader {
  #line = '';
  #isParagraph = true;
  #count = 0;

  constructor(
    private readonly known: ReadonlySet<number>,
    /** The words of a line without Markdown. */
    private readonly plain: (line: string) => string,
  ) {}

  /** The sentences of the lines that are complete with this text. */
  take(text: string): WrittenSentence[] {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    return lines.flatMap((line) => this.#read(line));
  }

  /** Those of the last line, which nothing ends. Of an answer that was cut off, half a sentence is none. */
  end({ isWhole }: { isWhole: boolean }): WrittenSentence[] {
    const sentences = this.#read(this.#line);
    this.#line = '';
    return isWhole ? sentences : sentences.slice(0, sentences.findLastIndex(({ claims }) => claims.length > 0) + 1);
  }

  #read(line: string): WrittenSentence[] {
    if (line.trim() === '') {
      this.#isParagraph = true;
      return [];
    }
    // Fences and rules say nothing.
    if (/^\s*(```|~~~|[-*_=]{3,}\s*$)/.test(line)) return [];
    const sentences = sentencesIn(line, this.known)
      .map((each) => ({ ...each, text: tidied(this.plain(each.text)).slice(0, maxSentence) }))
      .filter(({ text }) => text !== '')
      .slice(0, Math.max(0, maxSentences - this.#count));
    this.#count += sentences.length;
    const [first] = sentences;
    if (first) first.startsParagraph = this.#isParagraph;
    if (first) this.#isParagraph = false;
    return sentences;
  }
}

// Plain text has spaces around code. Postgres cannot store NUL or half a surrogate pair.
const tidied = (text: string): string => text.replaceAll(/ +(?=[.,])/g, '').replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD');
