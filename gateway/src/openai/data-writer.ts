import { once } from 'node:events';
import type { HttpResponse } from '../http/http-messages.js';

const pingMs = 15_000;

/** Writes the nameless events of OpenAI's streams, at the pace of their reader. */
export class DataWriter {
  readonly #ping: NodeJS.Timeout;

  constructor(
    private readonly response: HttpResponse,
    private readonly signal: AbortSignal,
  ) {
    response.status(200).setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    response.setHeader('X-Accel-Buffering', 'no');
    response.flushHeaders();
    // Proxies end a connection on which nothing comes.
    this.#ping = setInterval(() => response.write(': ping\n\n'), pingMs);
    response.once('close', () => clearInterval(this.#ping));
  }

  async send(data: object): Promise<void> {
    await this.#write(JSON.stringify(data));
  }

  /** The mark by which a reader knows that it saw everything. */
  async done(): Promise<void> {
    await this.#write('[DONE]');
    this.end();
  }

  end(): void {
    clearInterval(this.#ping);
    this.response.end();
  }

  async #write(data: string): Promise<void> {
    if (!this.response.write(`data: ${data}\n\n`)) await once(this.response, 'drain', { signal: this.signal });
  }
}
