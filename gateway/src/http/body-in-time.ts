import type { RequestHandler } from 'express';
import { currentContext } from '@polylogue/service-kit';
import type { HttpRequest, HttpResponse } from './http-messages.js';

/** Gives up on a body whose sender says nothing for `seconds`; one that we are slow to read waits as long as it must. */
export function bodyInTime(seconds: number): RequestHandler {
  return (request, response, next) => {
    if (request.complete) return next();
    const wait = () => request.setTimeout(seconds * 1000);
    request.on('timeout', () => {
      if (isOursToRead(request)) return wait();
      if (response.headersSent) return void request.destroy();
      response.once('finish', () => request.destroy());
      answerTooSlow(response, `Nothing more of the body came for ${seconds} seconds. Please send it again.`);
    });
    // Once the body is whole, silence is our own work going on; Node would end the connection if nothing listened.
    response.on('timeout', () => request.complete && request.setTimeout(0));
    // After the answer the socket waits for the next request, which is Node's own time to keep.
    request.once('end', () => response.writableEnded || request.setTimeout(0));
    wait();
    next();
  };
}

/** Says why a body was given up, and that the connection ends with it. */
export function answerTooSlow(response: HttpResponse, error: string): void {
  response.setHeader('Connection', 'close');
  response.status(408).json({ error, code: 'body_too_slow', requestId: currentContext()?.requestId ?? '' });
}

/** What has come and was not taken yet holds up the rest. */
const isOursToRead = (request: HttpRequest) => request.readableLength > 0;
