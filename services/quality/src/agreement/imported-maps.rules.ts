import {
  agreementMapStatus,
  aiServiceNameShape,
  claimMark,
  Cost,
  stance,
  toStored,
  Usage,
  type AgreementCell,
  type AgreementClaim,
  type AgreementMap,
  type Passage,
  type StagedAgreementMap,
  isUuid,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { clean, idHere, storedGeneration } from '../staging/staged.rules.js';
import type { Cell, Claim, ClaimMark } from './agreement-map.entity.js';
import { toStoredReply, type StoredReply } from './agreement-map.mapper.js';

/** What a map of ours never reaches; white space in a passage is not counted when a quote is searched. */
const max = { replies: 64, claims: 100, text: 2_000, quote: 4_000 };

export type ImportedMap = ReturnType<typeof toImportedMap>;

/** What names things in a map: its round, and its replies with their conversations. */
export interface MapNames {
  broadcastId: string;
  conversationIds: string[];
  replies: StoredReply[];
}

/**
 * A map of a file as the row it becomes; what this accepts passes every constraint of the table. Its round and its replies
 * go by names that nothing has until {@link withNames} gives them those they have here.
 */
export function toImportedMap(userId: string, { map, conversationId }: StagedAgreementMap) {
  if (!map || !isWhole(map) || !isUuid(conversationId)) throw damaged();
  const status = agreementMapStatus.toWord(map.status);
  const isOpen = status === 'pending';
  const replies = map.replies.map((reply) => toStoredReply({ ...reply, messageId: idHere(userId, reply.messageId) }));
  const took = Math.max(0, map.responseTimeMs ?? 0);
  return {
    id: idHere(userId, map.id),
    broadcastId: idHere(userId, map.broadcastId),
    replies,
    extractor: map.extractor,
    // Nobody here goes on with what was still being made when it was exported.
    status: isOpen ? 'interrupted' : status,
    claims: map.claims.map((claim) => toClaim(claim, map)),
    marks: marksOf(map.claims),
    error: clean(map.error ?? (isOpen ? 'It was still being made when it was exported.' : '')) || null,
    errorCode: clean(map.errorCode ?? (isOpen ? 'interrupted' : '')) || null,
    usage: toStored(Usage, map.usage),
    cost: toStored(Cost, map.cost),
    generation: storedGeneration(map.generation, damaged),
    createdAt: map.createdAt!,
    endedAt: new Date(map.createdAt!.getTime() + took),
  };
}

/** A name that a reply went by, and the one it has now. */
export interface Renamed {
  before: string;
  now: string;
}

/** The names of a map with those that one conversation of it brings along. */
export function withNames(userId: string, names: MapNames, staged: StagedAgreementMap): MapNames {
  const here = new Map(staged.replies.map(({ exportedId, messageId }) => [idHere(userId, exportedId), messageId]));
  return {
    broadcastId: staged.broadcastId ?? names.broadcastId,
    conversationIds: [...new Set([...names.conversationIds, staged.conversationId])],
    replies: names.replies.map((reply) => ({ ...reply, messageId: here.get(reply.messageId) ?? reply.messageId })),
  };
}

export const renamed = (before: MapNames, now: MapNames): Renamed[] =>
  before.replies
    .map(({ messageId }, place) => ({ before: messageId, now: now.replies[place]?.messageId ?? messageId }))
    .filter((each) => each.before !== each.now);

function isWhole({ id, broadcastId, extractor, replies, claims, createdAt }: AgreementMap): boolean {
  const areIds = [id, broadcastId, ...replies.map(({ messageId }) => messageId)].every(isUuid);
  const names = [extractor, ...replies.map(({ aiService }) => aiService)];
  const isSmall = replies.length <= max.replies && claims.length <= max.claims;
  for (const reply of replies) storedGeneration(reply.generation, damaged);
  return areIds && names.every((name) => aiServiceNameShape.test(name)) && isSmall && createdAt !== undefined;
}

/** A claim keeps its cells by their place: each reply has one, in the order of the replies. */
function toClaim({ text, cells }: AgreementClaim, { replies }: AgreementMap): Claim {
  const isInOrder =
    cells.length === replies.length && cells.every((cell, at) => cell.messageId === replies[at]?.messageId);
  if (!isInOrder || text.trim() === '' || text.length > max.text) throw damaged();
  return { text: clean(text), cells: cells.map(toCell) };
}

function toCell(cell: AgreementCell): Cell {
  const word = stance.toWord(cell.stance);
  const takesSide = word === 'says' || word === 'contradicts';
  if (takesSide !== (cell.quote !== undefined)) throw damaged();
  return cell.quote ? { stance: word, quote: toPassage(cell.quote) } : { stance: word };
}

function toPassage({ text, start, end }: Passage): Passage {
  const isPlace = Number.isInteger(start) && start >= 0 && end > start && end - start === text.length;
  if (!isPlace || text.length > max.quote) throw damaged();
  return { text: clean(text), start, end };
}

const marksOf = (claims: readonly AgreementClaim[]): Record<string, ClaimMark> =>
  Object.fromEntries(
    claims.flatMap(({ mark }, at) => (mark === undefined ? [] : [[String(at + 1), claimMark.toWord(mark)] as const])),
  );

const damaged = () => {
  const sentence = 'An agreement map in the file is damaged. Nothing was imported.';
  const issues = [{ path: 'agreementMaps', message: sentence }];
  return new AppError('invalid', 'invalid_import', sentence, { issues });
};
