import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** One request to the provider that is being answered, and the text it was answered with. */
export class Answering {
  /** The text of all frames that were sent, in their order. */
  sent = '';
  /** Until the answer is complete, or nobody waits for it any more. */
  isOpen = true;

  constructor(
    readonly response: ServerResponse,
    readonly asked: { service: string; key: string; text: string; origin: string },
  ) {
    response.once('close', () => (this.isOpen = false));
  }

  /** Begins a stream of events. */
  begin(headers: Record<string, string> = {}): void {
    this.response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
    this.response.flushHeaders();
  }

  /** One piece of text. Answers false once nobody reads any more. */
  async say(text: string, times = 1): Promise<boolean> {
    this.sent += text.repeat(times);
    const delta = { role: 'assistant', content: text };
    return this.write(this.frame([{ index: 0, delta, finish_reason: null }]).repeat(times));
  }

  /** The provider's end marker, with what it counted. */
  async finish(times = 1): Promise<void> {
    const end = this.frame([{ index: 0, delta: {}, finish_reason: 'stop' }]);
    const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
    await this.write((end + this.frame([], { usage }) + 'data: [DONE]\n\n').repeat(times));
    this.response.end();
  }

  /** Resolves when it was taken in, or the reader has gone. */
  async write(text: string | Buffer): Promise<boolean> {
    const { response } = this;
    if (response.destroyed) return false;
    if (response.write(text)) return true;
    const over = new AbortController();
    const waits = ['drain', 'close'].map((event) => once(response, event, { signal: over.signal }));
    await Promise.race(waits).finally(() => over.abort());
    return !response.destroyed;
  }

  private frame(choices: unknown[], more: object = {}): string {
    const head = { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 1_750_000_000 };
    return `data: ${JSON.stringify({ ...head, model: this.asked.service, choices, ...more })}\n\n`;
  }
}
