import { costSource, EndKind, type DispatchEnd, type Media } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import type { ExecutionStatus, NewResult } from './execution.entity.js';

/** The result of a call from its end; undefined for a cancelled call, which gave no answer. */
export function resultOf(
  aiService: string,
  end: DispatchEnd,
  text: string,
  media: readonly Media[] = [],
): NewResult | undefined {
  if (end.kind === EndKind.CANCELLED) return undefined;
  const isSuccess = end.kind === EndKind.COMPLETED;
  return {
    aiService,
    isSuccess,
    responseTimeMs: end.totalMs,
    tokens: tokensOf(end),
    usage: end.usage,
    generation: end.generation,
    media: isSuccess && media.length > 0 ? media : undefined,
    response: text,
    ...costOf(end),
    error: isSuccess ? null : (end.error?.sentence ?? 'The reply broke off.'),
  };
}

// Only what the provider counted; without it the number is unknown, not 0.
function tokensOf({ usage }: DispatchEnd): number | null {
  return usage?.outputTokens ?? usage?.totalTokens ?? null;
}

const unknownCost = { costMicros: null, costSource: null };

function costOf({ cost }: DispatchEnd): Pick<NewResult, 'costMicros' | 'costSource'> {
  if (cost?.currency !== 'USD') return unknownCost;
  const source = costSource.toWord(cost.source);
  return { costMicros: Math.round(cost.amount * 1_000_000), costSource: source };
}

const failure = (aiService: string, response: string, took: number, error: string): NewResult => ({
  aiService,
  isSuccess: false,
  responseTimeMs: took,
  tokens: null,
  response,
  error,
  ...unknownCost,
});

export const brokenOff = (aiService: string, text: string, took: number) =>
  failure(aiService, text, took, 'The reply broke off.');

export const noAnswer = (aiService: string, text: string, took: number) =>
  failure(aiService, text, took, 'There was no answer before the time of the run was over.');

export const refused = (aiService: string, error: unknown, took: number) =>
  failure(aiService, '', took, AppError.is(error) ? error.sentence : 'The service could not be asked.');

/** How a run ended: failed only when no service answered, with the reason when it is the same for all. */
export function endOf(results: readonly { isSuccess: boolean; error: string | null }[]): {
  status: ExecutionStatus;
  errorMessage: string | null;
} {
  if (results.some(({ isSuccess }) => isSuccess)) return { status: 'completed', errorMessage: null };
  const reasons = new Set(results.map(({ error }) => error));
  const [reason] = reasons;
  const errorMessage = reasons.size === 1 && reason ? reason : 'None of the AI services answered.';
  return { status: 'failed', errorMessage };
}
