import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { importConversations, limits, receiveWebhook } from '@polylogue/api-contract';
import { CONFIG } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';
import { answerTooSlow } from './body-in-time.js';
import { formOf, jsonOf } from './body.rules.js';
import { closeAfterAnswer } from './close-after-answer.js';
import { readBody } from './read-body.js';
import { routeOf } from './serves.js';
import type { HttpRequest, HttpResponse } from './http-messages.js';

interface BodyLimits {
  /** Unpacked. */
  bytes: number;
  /** Within which all of it has to come. */
  seconds: number;
}

/** Visitors send forms and the like: e-mail, password, names. */
const visitorBytes = 16 * 1024;

/** What visitors send before they are signed in, as JSON and, where a page posts one, as a form. */
export function visitorBody(seconds: number): RequestHandler {
  return async (request, response, next) => {
    const parse = request.is('application/x-www-form-urlencoded') ? formOf : request.is('application/json') && jsonOf;
    if (parse) {
      const bytes = await readInTime(request, response, { bytes: visitorBytes, seconds });
      request.body = parse(bytes, request.headers['content-type']);
    }
    next();
  };
}

/** The bytes of bodies whose signature is checked, as JSON that was read and written again is not what was signed. */
const signedBodies = new WeakMap<object, Buffer>();

/** The body of a call to `receiveWebhook`, byte for byte. */
export const bytesOf = (request: HttpRequest): Buffer => signedBodies.get(request) ?? Buffer.alloc(0);

/**
 * JSON for every call, read once it is known that the caller may call, so that bytes of callers who are refused are never kept.
 * Anything else stays unread and is refused with 415.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  readonly #limits: BodyLimits;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.#limits = { bytes: limits.bodyBytes, seconds: config.BODY_SECONDS };
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    // An import is read while it arrives, at whichever spelling of its path the router takes for it.
    const route = routeOf(context);
    if (route !== importConversations && request.body === undefined && request.is('application/json')) {
      const bytes = await readInTime(request, http.getResponse(), this.#limits);
      if (route === receiveWebhook) signedBodies.set(request, bytes);
      request.body = jsonOf(bytes, request.headers['content-type']);
    }
    return true;
  }
}

async function readInTime(
  request: HttpRequest,
  response: HttpResponse,
  { bytes, seconds }: BodyLimits,
): Promise<Buffer> {
  const sentence = `The body took longer than ${seconds} seconds. Please send it again, over a quicker line.`;
  const slow = new AbortController();
  const giveUp = () => {
    slow.abort();
    if (response.headersSent) return void request.destroy();
    // Its sender is sending still, and must see the answer.
    closeAfterAnswer(request, response);
    answerTooSlow(response, sentence);
  };
  const timer = setTimeout(giveUp, seconds * 1000);
  try {
    return await readBody(request, bytes, slow.signal);
  } catch (fault) {
    closeAfterAnswer(request, response);
    throw fault;
  } finally {
    clearTimeout(timer);
  }
}
