import {
  agreementMapStatus,
  aiServiceNameShape,
  contractLimits,
  Cost,
  toStored,
  Usage,
  type MergedAnswer,
  type MergedSentence,
  isUuid,
} from '@polylogue/proto';
import type { Claim } from '../agreement/agreement-map.entity.js';
import type { WrittenSentence } from '../merged-answers/merged-answer.entity.js';
import { clean, idHere, storedGeneration } from '../staging/staged.rules.js';
import { areClaims, damaged } from './imported-records.errors.js';

/** What a version of ours never reaches; added sentences are claims. */
const max = { sentences: 300, text: 2_000, question: 10_000, version: 1_000_000 };
const writtenThen = 'It was still being written when it was exported.';

export type ImportedAnswer = ReturnType<typeof toImportedAnswer>;

/** A version of a file as the row it becomes, but for what only its map says; what this accepts passes every constraint. */
export function toImportedAnswer(userId: string, answer: MergedAnswer) {
  if (!isWhole(answer)) throw damaged();
  const status = agreementMapStatus.toWord(answer.status);
  const isOpen = status === 'pending';
  const sentences = answer.sentences.filter(({ added }) => !added).map(toSentence);
  const shown = new Set(answer.sentences.flatMap(({ claims }) => claims));
  return {
    id: idHere(userId, answer.id),
    version: answer.version,
    writer: answer.writer,
    steering: clean(answer.steering).slice(0, contractLimits.answerSteering) || null,
    basedOn: answer.basedOn ?? null,
    question: clean(answer.question),
    sentences,
    // Disputed claims that are missing are added by reading, but for those that were marked as wrong. Of one that was still
    // being written nobody knows which they were.
    isShown: (claim: number) => isOpen || shown.has(claim),
    // Nobody here goes on with what was still being written when it was exported.
    status: isOpen ? 'interrupted' : status,
    error: clean(answer.error ?? (isOpen ? writtenThen : '')) || null,
    errorCode: clean(answer.errorCode ?? (isOpen ? 'interrupted' : '')) || null,
    stopReason: clean(answer.stopReason) || null,
    usage: toStored(Usage, answer.usage),
    cost: toStored(Cost, answer.cost),
    generation: storedGeneration(answer.generation, damaged),
    createdAt: answer.createdAt!,
    endedAt: new Date(answer.createdAt!.getTime() + Math.max(0, answer.responseTimeMs ?? 0)),
  };
}

/** What the map says of a version: claims it does not have are gone, and those that are not shown were left out. */
export function withClaims({ sentences, isShown }: ImportedAnswer, claims: readonly Claim[]) {
  const isThere = (claim: number) => claim <= claims.length;
  return {
    sentences: sentences.map((each) => ({ ...each, claims: each.claims.filter(isThere) })),
    leftOut: claims.flatMap((_claim, index) => (isShown(index + 1) ? [] : [index + 1])),
  };
}

function isWhole({ id, version, basedOn = 1, writer, question, sentences, createdAt }: MergedAnswer): boolean {
  const areVersions = [version, basedOn].every((each) => each >= 1 && each <= max.version);
  const isSmall = sentences.length <= max.sentences && question.length <= max.question;
  return isUuid(id) && aiServiceNameShape.test(writer) && areVersions && isSmall && createdAt !== undefined;
}

function toSentence({ text, claims, startsParagraph }: MergedSentence): WrittenSentence {
  if (text.trim() === '' || text.length > max.text || !areClaims(claims)) throw damaged();
  return { text: clean(text), claims, startsParagraph };
}
