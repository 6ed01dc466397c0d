import type { HttpRequest } from './http-messages.js';

const json = 'application/json';
const events = 'text/event-stream';
// A type with a parameter requests just that form of it; ours is UTF-8 anyhow.
const offered = [json, events].flatMap((type) => [type, `${type};charset=utf-8`]);

/** Whether a client requests the streamed form of an answer; one that takes both equally gets JSON. */
export function wantsEvents(request: Pick<HttpRequest, 'accepts'>): boolean {
  const wanted = request.accepts(offered);
  return typeof wanted === 'string' && wanted.startsWith(events);
}
