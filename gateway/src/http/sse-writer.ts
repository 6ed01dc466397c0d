import { keepAlive, sseFrame, type SseEvent } from './sse-frame.rules.js';
import type { HttpResponse } from './http-messages.js';

export interface SseTimes {
  keepAliveMs: number;
  /** How long a reader may leave what was sent unread. */
  stalledMs: number;
}

const maxUnsent = 64 * 1024;

const usual: SseTimes = { keepAliveMs: 15_000, stalledMs: 30_000 };

/**
 * Writes one stream of events, never faster than the reader reads: its head leaves with the first of them, its end with the last.
 */
export class SseWriter {
  #heartbeat: NodeJS.Timeout | undefined;
  #isBegun = false;
  #unsent = '';
  #flushing: NodeJS.Immediate | undefined;

  constructor(
    private readonly response: HttpResponse,
    private readonly times: SseTimes = usual,
  ) {}

  /** Whether the answer is this stream by now, and nothing else can be. */
  get isBegun(): boolean {
    return this.#isBegun || this.response.headersSent;
  }

  /** Shows the reader that the stream lives, before there is any event. */
  open(): void {
    if (this.isBegun || this.#isGone()) return;
    this.#begin();
    this.response.flushHeaders();
  }

  /**
   * Takes an event; what one turn of the event loop brings leaves in one write. A promise when there is no room for
   * more: wait for it. A reader who does not read for too long is dropped; it may resume.
   */
  send(event: SseEvent): Promise<void> | undefined {
    if (this.#isGone()) return undefined;
    if (!this.isBegun) this.#begin();
    this.#unsent += sseFrame(event);
    this.#flushing ??= setImmediate(() => this.#flush());
    return this.response.writableNeedDrain || this.#unsent.length > maxUnsent ? this.#room() : undefined;
  }

  /** What was not sent yet leaves with the end, in one write. */
  end(): void {
    // Node would count the text of an answer that begins and ends at once, and send it as no stream.
    if (!this.response.headersSent) this.#flush();
    const text = this.#take();
    if (!this.#isGone()) this.response.end(text === '' ? undefined : text);
  }

  #begin(): void {
    this.#isBegun = true;
    this.response.status(200);
    this.response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    this.response.setHeader('Cache-Control', 'no-store, no-transform');
    this.response.setHeader('X-Accel-Buffering', 'no');
    this.response.socket?.setNoDelay(true);
    this.#heartbeat = setInterval(() => this.#keepAlive(), this.times.keepAliveMs);
    this.response.once('close', () => clearInterval(this.#heartbeat));
  }

  #take(): string {
    clearImmediate(this.#flushing);
    this.#flushing = undefined;
    const text = this.#unsent;
    this.#unsent = '';
    return text;
  }

  #flush(): void {
    const text = this.#take();
    if (text !== '' && !this.#isGone()) this.response.write(text);
  }

  async #room(): Promise<void> {
    this.#flush();
    if (this.response.writableNeedDrain) await this.#drained();
  }

  /** Ends without the proper end of the answer: the reader sees a broken line and takes it up again. */
  cut(): void {
    this.response.destroy();
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const stalled = setTimeout(() => this.cut(), this.times.stalledMs);
      const done = () => {
        clearTimeout(stalled);
        this.response.off('drain', done);
        this.response.off('close', done);
        resolve();
      };
      this.response.once('drain', done);
      this.response.once('close', done);
    });
  }

  #keepAlive(): void {
    if (!this.#isGone() && !this.response.writableNeedDrain) this.response.write(keepAlive);
  }

  #isGone(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }
}
