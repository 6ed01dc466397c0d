import type { AnswerOf, Route } from '@polylogue/api-contract';
import { request, type CallOf } from './api-request.js';
import { connectionError } from './api-error.js';

const usualDeadline = 30_000;

/**
 * Calls one route of `/api` and parses its answer by the contract; unknown keys are dropped.
 *
 * @throws {ApiError} when the answer is not OK or there is none.
 */
export async function apiClient<R extends Route>(route: R, call: CallOf<R> = {}): Promise<AnswerOf<R>> {
  const limit = AbortSignal.timeout(call.deadline ?? usualDeadline);
  const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
  const answer = await request(route, call, { headers: { accept: 'application/json' }, signal });
  const text = await answer.text().catch((fault: unknown) => {
    throw call.signal?.aborted ? fault : connectionError(fault);
  });
  if (!route.answer || text === '') return undefined as AnswerOf<R>;
  return route.answer.parse(JSON.parse(text)) as AnswerOf<R>;
}
