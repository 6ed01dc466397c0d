import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { importConversations, limits, receiveWebhook } from '@polylogue/api-contract';
import { toAppError } from './http-errors.rules.js';
import { routeOf } from './serves.js';

/** Visitors send forms and the like: e-mail, password, names. */
const visitorBytes = 16 * 1024;

/** What visitors send before they are signed in, as JSON and, where a page posts one, as a form. */
export const visitorBody: RequestHandler[] = [
  express.json({ limit: visitorBytes }),
  express.urlencoded({ extended: false, limit: visitorBytes, parameterLimit: 20 }),
];

/** Names a body that is not JSON before Nest takes it for any bad request. */
export const bodyFaults: ErrorRequestHandler = (thrown, _request, _response, next) => {
  next(thrown instanceof SyntaxError ? toAppError(thrown) : thrown);
};

const json = express.json({ limit: limits.bodyBytes });

/** The bytes of bodies whose signature is checked, as JSON that was read and written again is not what was signed. */
const signedBodies = new WeakMap<object, Buffer>();
const signedJson = express.json({
  limit: limits.bodyBytes,
  verify: (request, _response, bytes) => void signedBodies.set(request, bytes),
});

/** The body of a call to `receiveWebhook`, byte for byte. */
export const bytesOf = (request: Request): Buffer => signedBodies.get(request) ?? Buffer.alloc(0);

/**
 * JSON for every call, read after the guards, so that bytes of callers who are refused are never kept. Anything else stays unread
 * and is refused with 415.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<Request>();
    // An import is read while it arrives, at whichever spelling of its path the router takes for it.
    const route = routeOf(context);
    const parser = route === receiveWebhook ? signedJson : json;
    if (route !== importConversations) await read(parser, request, context.switchToHttp().getResponse());
    return next.handle();
  }
}

function read(parser: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    parser(request, response, (fault?: unknown) => (fault === undefined ? resolve() : reject(toAppError(fault))));
  });
}
