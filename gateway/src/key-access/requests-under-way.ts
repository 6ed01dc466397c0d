import type { RequestHandler } from 'express';
import { currentContext } from '@polylogue/service-kit';
import { keyTokenOf } from '../http/bearer-key.rules.js';
import type { HttpResponse } from '../http/http-messages.js';

const maxOfKey = 24;
const retryAfterSeconds = 5;

/**
 * At most so many requests of one API key are under way at once. One too many is refused before its body is read and
 * before anything is looked up: a program that fires hundreds costs others next to nothing.
 */
export function requestsUnderWay(): RequestHandler {
  const underWay = new Map<string, number>();
  return (request, response, next) => {
    const token = keyTokenOf(request.headers.authorization);
    if (token === undefined) return next();
    const count = underWay.get(token) ?? 0;
    if (count >= maxOfKey) return refuse(response, request.path);
    underWay.set(token, count + 1);
    response.once('close', () => {
      const left = (underWay.get(token) ?? 1) - 1;
      if (left > 0) underWay.set(token, left);
      else underWay.delete(token);
    });
    next();
  };
}

function refuse(response: HttpResponse, path: string): void {
  const sentence = `At most ${maxOfKey} requests of one API key can be under way at once. Wait until some have ended.`;
  const code = 'too_many_requests';
  const openAi = { error: { message: sentence, type: 'rate_limit_error', param: null, code } };
  const ours = { error: sentence, code, requestId: currentContext()?.requestId ?? '' };
  response.setHeader('Retry-After', String(retryAfterSeconds));
  response.setHeader('Cache-Control', 'no-store');
  response.status(429).json(path.startsWith('/v1/') ? openAi : ours);
}
