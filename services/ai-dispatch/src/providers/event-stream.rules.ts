/** A single line of an event stream, or all of one answer, larger than this is a flood, not a reply. */
export const eventStreamLimits = { line: 2 * 1024 * 1024, total: 64 * 1024 * 1024 };

/**
 * Cuts a text/event-stream into the payloads of its events, however the network cut it into chunks.
 * Only `data` is kept: no protocol spoken through this reader uses another field.
 */
export class EventStreamReader {
  private rest = '';
  private payload: string | undefined;

  /** The payloads that are complete once `chunk` has arrived. */
  push(chunk: string): string[] {
    let text = this.rest + chunk;
    const found: string[] = [];
    if (text.includes('\r')) {
      // A CR at the very end may be half of a CRLF: it waits for what follows.
      const isHalf = text.endsWith('\r');
      text = (isHalf ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n') + (isHalf ? '\r' : '');
    }
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.take(text, start, end, found);
      start = end + 1;
    }
    this.rest = start === 0 ? text : text.slice(start);
    return found;
  }

  /** What an answer holds that ends without the blank line after its last event. */
  flush(): string[] {
    const found = this.push(this.rest.endsWith('\r') ? '\n' : '\n\n');
    if (this.payload !== undefined) this.take('', 0, 0, found);
    return found;
  }

  /** Characters held back for a line that is not complete. */
  get pending(): number {
    return this.rest.length;
  }

  private take(text: string, start: number, end: number, found: string[]): void {
    if (start === end) {
      if (this.payload !== undefined) found.push(this.payload);
      this.payload = undefined;
      return;
    }
    if (!text.startsWith('data:', start)) return;
    const from = text.charCodeAt(start + 5) === 32 ? start + 6 : start + 5;
    const line = text.slice(from, end);
    this.payload = this.payload === undefined ? line : `${this.payload}\n${line}`;
  }
}
