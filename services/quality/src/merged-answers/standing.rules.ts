import type { AgreementMap, Claim } from '../agreement/agreement-map.entity.js';
import type { MergedAnswer, MergedSentence, WrittenSentence } from './merged-answer.entity.js';

type Sides = { says: number; contradicts: number };

/** How many replies take each side of a claim, with a quote that was found. */
export function sidesOf({ cells }: Claim): Sides {
  const countOf = (side: keyof Sides) => cells.filter(({ stance }) => stance === side).length;
  return { says: countOf('says'), contradicts: countOf('contradicts') };
}

export function isDisputed(claim: Claim): boolean {
  const { says, contradicts } = sidesOf(claim);
  return says > 0 && contradicts > 0;
}

/** Claims with a proven side, by number; without those the user marked as wrong. */
export function claimsToWriteFrom({ claims, marks }: Pick<AgreementMap, 'claims' | 'marks'>): Map<number, Claim> {
  const numbered = claims.map((claim, index) => [index + 1, claim] as const);
  return new Map(
    numbered.filter(([number, claim]) => {
      const { says, contradicts } = sidesOf(claim);
      return marks[number] !== 'wrong' && says + contradicts > 0;
    }),
  );
}

/** Claims that the user marked as wrong, by number. */
export const markedWrong = ({ marks }: Pick<AgreementMap, 'marks'>): number[] =>
  Object.entries(marks)
    .filter(([, mark]) => mark === 'wrong')
    .map(([number]) => Number(number))
    .toSorted((one, other) => one - other);

/** A sentence with what stands behind it: one that names a disputed claim is disputed, whatever else it names. */
export function shown(sentence: WrittenSentence, claims: readonly Claim[]): MergedSentence {
  const named = sentence.claims.flatMap((number) => claims[number - 1] ?? []);
  const standing = named.length === 0 ? 'unproven' : named.some(isDisputed) ? 'disputed' : 'proven';
  return { ...sentence, standing, added: false };
}

/**
 * An answer as it is shown. Once it has ended, the disputed claims that its writer left out stand at its end: no dispute is
 * lost on the way from the map. What names no claim at all is no answer to add to.
 */
export function shownSentences(
  { status, sentences, leftOut }: Pick<MergedAnswer, 'status' | 'sentences' | 'leftOut'>,
  claims: readonly Claim[],
): MergedSentence[] {
  const own = sentences.map((sentence) => shown(sentence, claims));
  const named = new Set(sentences.flatMap((sentence) => sentence.claims));
  if (status === 'pending' || named.size === 0) return own;
  const missing = claims.flatMap((claim, index): MergedSentence[] => {
    const number = index + 1;
    if (!isDisputed(claim) || named.has(number) || leftOut.includes(number)) return [];
    return [{ text: claim.text, claims: [number], startsParagraph: true, standing: 'disputed', added: true }];
  });
  return [...own, ...missing];
}
