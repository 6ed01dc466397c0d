import type { RequestHandler } from 'express';
import { keyTokenOf } from '../http/bearer-key.rules.js';

/** Where keys alone count: no cookie is looked at, and none is set. */
export const withoutSession: RequestHandler = (request, _response, next) => {
  request.session = {} as typeof request.session;
  next();
};

/** A request that carries an API key has no session: its cookie is not looked at, and none is set. */
export function unlessByKey(session: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (keyTokenOf(request.headers.authorization) === undefined) return session(request, response, next);
    withoutSession(request, response, next);
  };
}
