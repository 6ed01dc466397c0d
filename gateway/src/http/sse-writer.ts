import type { Response } from 'express';
import { keepAlive, sseFrame, type SseEvent } from './sse-frame.rules.js';

export interface SseTimes {
  keepAliveMs: number;
  /** How long a reader may leave what was sent unread. */
  stalledMs: number;
}

const usual: SseTimes = { keepAliveMs: 15_000, stalledMs: 30_000 };

/** Writes one stream of events: one write per event, never faster than the reader reads. */
export class SseWriter {
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly response: Response,
    private readonly times: SseTimes = usual,
  ) {}

  open(): void {
    if (this.response.headersSent) return;
    this.response.status(200);
    this.response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    this.response.setHeader('Cache-Control', 'no-store, no-transform');
    this.response.setHeader('X-Accel-Buffering', 'no');
    this.response.flushHeaders();
    this.response.socket?.setNoDelay(true);
    this.#heartbeat = setInterval(() => this.#keepAlive(), this.times.keepAliveMs);
    this.response.once('close', () => clearInterval(this.#heartbeat));
  }

  /** Resolves when there is room for more. A reader who does not read for too long is dropped; it may resume. */
  async send(event: SseEvent): Promise<void> {
    if (this.#isGone()) return;
    this.open();
    if (!this.response.write(sseFrame(event))) await this.#drained();
  }

  end(): void {
    if (!this.#isGone()) this.response.end();
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
