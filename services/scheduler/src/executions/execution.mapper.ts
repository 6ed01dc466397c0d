import {
  costSource,
  executionStatus,
  fromStored,
  Generation,
  triggerType,
  Usage,
  runRoundState,
  type ExecutionPart,
  type RunRound,
} from '@polylogue/proto';
import { toRunReport } from '../watch/watch.mapper.js';
import type { StoredReport } from '../watch/watch-reports.repository.js';
import type { ExecutionEntity, ResultEntity } from './execution.entity.js';

export function toExecutionPart(execution: ExecutionEntity, report: StoredReport | undefined): ExecutionPart {
  return {
    part: {
      $case: 'execution',
      execution: {
        id: execution.id,
        status: executionStatus.fromWord(execution.status),
        executedAt: execution.executedAt,
        triggerType: triggerType.fromWord(execution.triggerType),
        successfulResponses: execution.successfulResponses,
        totalResponses: execution.totalResponses,
        errorMessage: execution.errorMessage ?? undefined,
        number: execution.number,
        sentText: execution.sentText ?? undefined,
        report: report && toRunReport(report),
        round: toRunRound(execution),
      },
    },
  };
}

export function toResultPart(result: ResultEntity): ExecutionPart {
  const { id, executionId, aiService, responseTimeMs, response, createdAt } = result;
  const fields = { id, executionId, aiService, responseTimeMs, response, createdAt };
  return {
    part: {
      $case: 'result',
      result: {
        ...fields,
        tokens: result.tokens ?? undefined,
        error: result.error ?? undefined,
        cost: toCost(result),
        usage: fromStored(Usage, result.usage),
        generation: fromStored(Generation, result.generation),
        media: result.media ?? [],
        conversationId: result.conversationId ?? undefined,
      },
    },
  };
}

function toRunRound({ roundId, roundState, roundError, roundNote, isJudged }: ExecutionEntity): RunRound | undefined {
  if (roundId === null || roundState === null) return undefined;
  // Internal: that its judging is still to be requested is not shown.
  const state = runRoundState.fromWord(roundState === 'unjudged' ? 'kept' : roundState);
  return { broadcastId: roundId, state, error: roundError ?? undefined, isJudged, note: roundNote ?? undefined };
}

function toCost({ costMicros, costSource: source }: ResultEntity) {
  if (costMicros === null || source === null) return undefined;
  return { amount: costMicros / 1_000_000, currency: 'USD', source: costSource.fromWord(source) };
}
