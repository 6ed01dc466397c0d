import type { AgreementMap, MergedAnswer, MergedSentence } from '@polylogue/api-contract';
import {
  paragraphsOf,
  proofOf,
  describeStanding,
  type Proof,
  type ProvenClaim,
} from '../merged-answers/answer-proof.rules.js';
import { fenceFor } from './fence.rules.js';
import { answerRemarks, answerTitle } from './merged-answers.rules.js';
import { escaped } from './markdown-text.rules.js';
import { originMarkdown } from './origin.rules.js';

/** A version of an answer as a file of its own. */
export function mergedAnswerPage(answer: MergedAnswer, map: AgreementMap): string {
  const fence = fenceFor(answer.question);
  return `# One answer\n\n${fence}text\n${answer.question}\n${fence}\n${mergedAnswerMarkdown(answer, map)}`;
}

/** A section: each sentence with who stands behind it, the passages as footnotes. `prefix` keeps those of several apart. */
export function mergedAnswerMarkdown(answer: MergedAnswer, map: AgreementMap, prefix = ''): string {
  const head = `\n### ${escaped(answerTitle(answer))}\n\n_${escaped(answerRemarks(answer).join(' · '))}_\n`;
  const notes = new Notes(map, prefix);
  const paragraphs = paragraphsOf(answer).map((sentences) =>
    sentences.map((sentence) => sentenceOf(sentence, map, notes)).join(' '),
  );
  const body = paragraphs.map((paragraph) => `\n${paragraph}\n`).join('');
  const error = answer.error ? `\n> ${escaped(answer.error)}\n` : '';
  return `${head}${body}${error}${notes.text()}${originMarkdown(answer.generation, escaped)}`;
}

const sentenceOf = (sentence: MergedSentence, map: AgreementMap, notes: Notes): string =>
  `${escaped(sentence.text)} _(${escaped(describeStanding(sentence, map))})_${notes.referencesOf(sentence)}`;

/** A footnote for each claim, however many sentences name it. */
class Notes {
  readonly #notes = new Map<number, ProvenClaim>();

  constructor(
    private readonly map: AgreementMap,
    private readonly prefix: string,
  ) {}

  referencesOf(sentence: MergedSentence): string {
    const proof = proofOf(sentence, this.map);
    for (const each of proof) this.#notes.set(each.claim.id, each);
    return proof.map(({ claim }) => `[^${this.prefix}c${claim.id}]`).join('');
  }

  text(): string {
    const notes = [...this.#notes].map(
      ([id, { claim, says, contradicts }]) =>
        `[^${this.prefix}c${id}]: ${[escaped(claim.text), ...linesOf('says', says), ...linesOf('contradicts', contradicts)].join(' ')}\n`,
    );
    return notes.length === 0 ? '' : `\n${notes.join('')}`;
  }
}

const linesOf = (side: string, proofs: readonly Proof[]): string[] =>
  proofs.map(({ displayName, quote }) => `– **${escaped(displayName)}** ${side}: “${escaped(quote)}”`);
