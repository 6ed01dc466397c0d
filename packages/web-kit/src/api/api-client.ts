import type { AnswerOf, Route } from '@polylogue/api-contract';
import { request, urlOf, type CallOf } from './api-request.js';
import { connectionError, notModified } from './api-error.js';
import { heldAnswers } from './held-answers.js';

const usualDeadline = 30_000;

/**
 * Calls one route of `/api` and parses its answer by the contract; unknown keys are dropped.
 *
 * @throws {ApiError} when the answer is not OK or there is none.
 */
export async function apiClient<R extends Route>(route: R, call: CallOf<R> = {}): Promise<AnswerOf<R>> {
  const limit = AbortSignal.timeout(call.deadline ?? usualDeadline);
  const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
  const url = urlOf(route, call);
  const held = route.method === 'GET' ? heldAnswers.get(url) : undefined;
  const headers = { accept: 'application/json', ...(held && { 'if-none-match': held.tag }) };
  const answer = await request(route, call, { headers, signal });
  if (held && answer.status === notModified) return held.answer as AnswerOf<R>;
  const text = await answer.text().catch((fault: unknown) => {
    throw call.signal?.aborted ? fault : connectionError(fault);
  });
  if (!route.answer || text === '') return undefined as AnswerOf<R>;
  const parsed = route.answer.parse(JSON.parse(text)) as AnswerOf<R>;
  if (route.method === 'GET') heldAnswers.keep(url, answer.headers.get('etag'), parsed);
  return parsed;
}
