import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse } from './http-messages.js';

/** An answer that is serialized once for all callers who get the same; one that sends its ETag gets 304. */
export class WrittenAnswer {
  readonly #text: Buffer;
  readonly #tag: string;

  constructor(value: unknown) {
    this.#text = Buffer.from(JSON.stringify(value));
    this.#tag = `"${createHash('sha256').update(this.#text).digest('base64url')}"`;
  }

  sendTo(request: HttpRequest, response: HttpResponse): void {
    response.setHeader('ETag', this.#tag);
    if (this.#isHeldBy(request)) return void response.status(304).end();
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', this.#text.length);
    response.end(this.#text);
  }

  // By hand: a fetch that names a tag says `no-cache` too, by which Express would take nothing for fresh.
  #isHeldBy({ headers }: HttpRequest): boolean {
    return (headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(this.#tag);
  }
}
