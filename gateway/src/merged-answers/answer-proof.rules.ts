import type { AgreementClaim, AgreementMap, MergedAnswer, MergedSentence } from '@polylogue/api-contract';

/** A passage that a reply takes a side with. */
export interface Proof {
  messageId: string;
  displayName: string;
  quote: string;
}

/** A claim with the proven passages of both sides. */
export interface ProvenClaim {
  claim: AgreementClaim;
  says: Proof[];
  contradicts: Proof[];
}

/** What stands behind a sentence, claim by claim. */
export const proofOf = ({ claims: ids }: MergedSentence, { claims, replies }: AgreementMap): ProvenClaim[] =>
  ids.flatMap((id) => {
    const claim = claims.find((each) => each.id === id);
    if (!claim) return [];
    const proofs = (side: 'says' | 'contradicts'): Proof[] =>
      claim.cells.flatMap(({ stance, messageId, quote }) => {
        const displayName = replies.find((reply) => reply.messageId === messageId)?.aiService.displayName;
        return stance === side && quote && displayName ? { messageId, displayName, quote: quote.text } : [];
      });
    return { claim, says: proofs('says'), contradicts: proofs('contradicts') };
  });

const namesOf = (proofs: readonly Proof[]): string =>
  [...new Set(proofs.map(({ displayName }) => displayName))].join(', ');

/** Which services a sentence is proven by: `Claude, GPT`, with both sides where it is disputed. */
export function describeStanding(sentence: MergedSentence, map: AgreementMap): string {
  const proof = proofOf(sentence, map);
  const says = namesOf(proof.flatMap((each) => each.says));
  const contradicts = namesOf(proof.flatMap((each) => each.contradicts));
  if (sentence.standing === 'unproven') return 'unproven: no reply stands behind this';
  if (sentence.standing === 'disputed') return `disputed – says so: ${says}; contradicts: ${contradicts}`;
  return says === '' ? `against: ${contradicts}` : contradicts === '' ? says : `${says}; against: ${contradicts}`;
}

/** An answer's paragraphs; each disputed claim that was added is one. */
export function paragraphsOf({ sentences }: Pick<MergedAnswer, 'sentences'>): MergedSentence[][] {
  const paragraphs: MergedSentence[][] = [];
  for (const sentence of sentences) {
    const last = paragraphs.at(-1);
    if (last && !sentence.startsParagraph) last.push(sentence);
    else paragraphs.push([sentence]);
  }
  return paragraphs;
}

/** The text of an answer for a service that continues from it. */
export const answerForPrompt = (answer: MergedAnswer, map: AgreementMap): string =>
  paragraphsOf(answer)
    .map((sentences) => sentences.map((each) => `${each.text} (${describeStanding(each, map)})`).join(' '))
    .join('\n\n');
