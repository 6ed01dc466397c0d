import type { RequestHandler } from 'express';
import { newContext, runInContext, type Logger, type RequestContext, type Tracing } from '@polylogue/service-kit';
import { loggedPath } from './logged-path.rules.js';
import type { RequestMetrics } from './request-metrics.js';
import type { HttpRequest } from './http-messages.js';

interface RequestMiddlewareParts {
  logger: Logger;
  tracing: Tracing;
  metrics: RequestMetrics;
}

/** Gives each request its context (id, trace), its log line and its metrics: never a text. */
export function requestMiddleware({ logger, tracing, metrics }: RequestMiddlewareParts): RequestHandler {
  return (request, response, next) => {
    const { 'x-request-id': requestId, traceparent } = request.headers;
    const context = beginTrace(newContext({ requestId, traceparent, address: request.ip }), request, tracing);
    const began = performance.now();
    const { method, path } = request;
    response.setHeader('X-Request-Id', context.requestId);
    metrics.begun(response);
    // Who counts, limits, traces and pipes an answer each waits for its end: eleven for an export. Node warns of more than ten.
    response.setMaxListeners(20);
    response.once('close', () => {
      const ms = Math.round(performance.now() - began);
      const status = response.statusCode;
      const route = routeOf(request);
      metrics.ended(response, { method, route, status, ms });
      context.span?.setAttributes({ 'http.route': route, 'http.response.status_code': status }, `${method} ${route}`);
      context.span?.end(status >= 500 ? String(status) : undefined);
      const line = { method, path: loggedPath(path), status, ms, ended: response.writableFinished };
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

function beginTrace(context: RequestContext, { method, path }: HttpRequest, tracing: Tracing): RequestContext {
  // The pages' own files are not worth a trace each.
  if (!tracing.isOn || !isCall(path)) return context;
  const attributes = { 'http.request.method': method, 'polylogue.request_id': context.requestId };
  return tracing.enterSpan(context, { kind: 'server', name: method, attributes });
}

/** The pattern of the path, never the path: there are few of them, and they hold no ids. */
function routeOf({ route, path }: HttpRequest): string {
  const { path: pattern } = (route ?? {}) as { path?: unknown };
  if (typeof pattern === 'string' && isCall(pattern)) return pattern;
  return isCall(path) ? '/api (none)' : '/ (pages)';
}

const isCall = (path: string) => path.startsWith('/api') || path.startsWith('/v1/') || path === '/mcp';
