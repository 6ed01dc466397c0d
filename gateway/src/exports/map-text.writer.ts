import type { AgreementMap, ExportedSettleRound, MergedAnswer } from '@polylogue/api-contract';
import { paragraphsOf, proofOf, describeStanding, type ProvenClaim } from '../merged-answers/answer-proof.rules.js';
import { claimRemarks, mapRemarks, mapTitle, saidOf, type KeptMap } from './maps.rules.js';
import { answerRemarks, answerTitle } from './merged-answers.rules.js';
import { originText, sourcesInLine, sourceText } from './origin.rules.js';
import { roundRemarks, roundTitle, saidIn } from './rounds.rules.js';

/** A map, the rounds in which its claims went back, and what was written from it. */
export const keptText = ({ map, rounds, answers }: KeptMap): string =>
  [mapText(map), ...rounds.map(roundText), ...answers.map((answer) => answerText(answer, map))].join('');

function mapText(map: KeptMap['map']): string {
  const head = `\n${mapTitle(map)} (${mapRemarks(map).join(', ')})\n\n`;
  const claims = map.claims.map((claim) => {
    const said = saidOf(claim, map).map(
      ({ speaker, stance, quote }) => `   - ${speaker} ${stance}${quote === undefined ? '' : `: “${quote}”`}\n`,
    );
    return `${claim.id}. ${claim.text} (${claimRemarks(claim).join(', ')})\n${said.join('')}`;
  });
  return `${head}${claims.join('')}${map.error ? `[${map.error}]\n` : ''}`;
}

function roundText(round: ExportedSettleRound): string {
  const lines = saidIn(round).map(({ speaker, said, reason, generation }) => {
    const sources = sourcesInLine(generation, sourceText);
    const from = sources.length > 0 ? ` (${sources.join('; ')})` : '';
    return `- ${speaker} ${said}${reason === undefined ? '' : `: ${reason}`}${from}\n`;
  });
  const head = `\n${roundTitle(round)} (${roundRemarks(round).join(', ')})\n\n`;
  return `${head}${lines.join('')}${round.error ? `[${round.error}]\n` : ''}`;
}

/** Each sentence with who stands behind it, the passages below. */
function answerText(answer: MergedAnswer, map: AgreementMap): string {
  const notes = new Map<number, ProvenClaim>();
  const paragraphs = paragraphsOf(answer).map((sentences) => {
    const parts = sentences.map((sentence) => {
      for (const proof of proofOf(sentence, map)) notes.set(proof.claim.id, proof);
      const references = sentence.claims.map((claim) => `[${claim}]`).join('');
      return `${sentence.text} (${describeStanding(sentence, map)})${references}`;
    });
    return `${parts.join(' ')}\n`;
  });
  const head = `\n${answerTitle(answer)} (${answerRemarks(answer).join(', ')})\n\n`;
  const error = answer.error ? `[${answer.error}]\n` : '';
  return [head, paragraphs.join('\n'), error, notesText([...notes.values()]), originText(answer.generation)].join('');
}

function notesText(notes: readonly ProvenClaim[]): string {
  const lines = notes.flatMap(({ claim, says, contradicts }) => [
    `[${claim.id}] ${claim.text}\n`,
    ...says.map(({ displayName, quote }) => `   - ${displayName} says: “${quote}”\n`),
    ...contradicts.map(({ displayName, quote }) => `   - ${displayName} contradicts: “${quote}”\n`),
  ]);
  return lines.length > 0 ? `\n${lines.join('')}` : '';
}
