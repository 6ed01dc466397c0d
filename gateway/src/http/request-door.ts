import type { RequestHandler } from 'express';
import { newContext, runInContext, type Logger } from '@polylogue/service-kit';

/** Gives each request its context (id, trace) and its line in the log: never a body, a query or a cookie. */
export function requestDoor(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const { 'x-request-id': requestId, traceparent } = request.headers;
    const context = newContext({ requestId, traceparent });
    const began = performance.now();
    const { method, path } = request;
    response.setHeader('X-Request-Id', context.requestId);
    response.once('close', () => {
      const ms = Math.round(performance.now() - began);
      const line = { method, path, status: response.statusCode, ms, ended: response.writableFinished };
      runInContext(context, () => logger.info(line, 'request'));
    });
    runInContext(context, next);
  };
}

/** Answers of the API are for one reader and one moment. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
