import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { importConversations, limits } from '@polylogue/api-contract';
import { toAppError } from './http-errors.rules.js';

/** JSON for every call; a form only where a page posts one. Anything else stays unread and is refused with 415. */
export const jsonBody: RequestHandler = (request, response, next) =>
  // An import is read while it arrives.
  request.originalUrl === importConversations.path ? next() : json(request, response, next);

const json = express.json({ limit: limits.bodyBytes });

export const formBody: RequestHandler = express.urlencoded({ extended: false, limit: 16 * 1024, parameterLimit: 20 });

/** Names a body that is not JSON before Nest takes it for any bad request. */
export const bodyFaults: ErrorRequestHandler = (thrown, _request, _response, next) => {
  next(thrown instanceof SyntaxError ? toAppError(thrown) : thrown);
};
