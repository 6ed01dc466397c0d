import {
  agreementMapStatus,
  aiServiceNameShape,
  Cost,
  settleView,
  toStored,
  Usage,
  type SettleAnswer,
  type SettleRound,
  isUuid,
} from '@polylogue/proto';
import type { ClaimView } from '../settling/settling.entity.js';
import { maxRounds } from '../settling/settling.rules.js';
import { clean, idHere, storedGeneration } from '../staging/staged.rules.js';
import { areClaims, damaged } from './imported-records.errors.js';

const maxReason = 2_000;
const wasRunning = 'It was still being asked when it was exported.';
const interrupted = { error: wasRunning, errorCode: 'interrupted' };

export type ImportedRound = ReturnType<typeof toImportedRound>;

/**
 * A round of a file as the rows it becomes; what this accepts passes every constraint of the tables. `messageIds`: of the
 * replies of its map, by which its answers name theirs.
 */
export function toImportedRound(userId: string, round: SettleRound, messageIds: readonly string[]) {
  const { id, number, claims, answers, createdAt } = round;
  const isNumbered = number >= 1 && number <= maxRounds;
  if (!isUuid(id) || !isNumbered || !areClaims(claims) || createdAt === undefined) throw damaged();
  const places = answers.map(({ messageId }) => messageIds.indexOf(messageId));
  if (places.includes(-1) || new Set(places).size < places.length) throw damaged();
  return {
    id: idHere(userId, id),
    number,
    claims,
    // As when it ended: one in which no service answered takes nothing of the rounds there are.
    counts: answers.some(({ status }) => agreementMapStatus.toWord(status) === 'completed'),
    ...endOf(round),
    createdAt,
    endedAt: after(createdAt, round.responseTimeMs),
    answers: answers.map((answer, index) => ({ place: places[index]!, ...toAnswer(answer, createdAt) })),
  };
}

function toAnswer(answer: SettleAnswer, begunAt: Date) {
  const { aiService, usage, cost, generation, responseTimeMs } = answer;
  if (!aiServiceNameShape.test(aiService)) throw damaged();
  return {
    aiService,
    ...endOf(answer),
    views: viewsOf(answer),
    usage: toStored(Usage, usage),
    cost: toStored(Cost, cost),
    generation: storedGeneration(generation, damaged),
    endedAt: after(begunAt, responseTimeMs),
  };
}

function viewsOf({ views }: SettleAnswer): ClaimView[] {
  if (!areClaims(views.map(({ claim }) => claim))) throw damaged();
  return views.map(({ claim, view, reason }) => {
    if (reason.trim() === '' || reason.length > maxReason) throw damaged();
    return { claim, view: settleView.toWord(view), reason: clean(reason) };
  });
}

/** Nobody here goes on with what was still open when it was exported. */
function endOf({ status, error, errorCode }: Pick<SettleRound, 'status' | 'error' | 'errorCode'>) {
  const word = agreementMapStatus.toWord(status);
  if (word === 'pending') return { status: 'interrupted', ...interrupted };
  return { status: word, error: clean(error) || null, errorCode: clean(errorCode) || null };
}

const after = (time: Date, took = 0): Date => new Date(time.getTime() + Math.max(0, took));
