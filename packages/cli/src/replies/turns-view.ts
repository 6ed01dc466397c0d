import type { Style } from '../terminal/style.js';
import { noteOn, type Reply } from './replies.js';
import type { RepliesView } from './replies-view.js';

/** One reply after the other in the order asked, each as early as it can; text that was written is never taken back. */
export class TurnsView implements RepliesView {
  #current = 0;
  #written: string | undefined;

  constructor(
    private readonly write: (text: string) => void,
    private readonly style: Style,
  ) {}

  update(replies: readonly Reply[]): void {
    for (let reply = replies[this.#current]; reply; reply = replies[this.#current]) {
      this.#writeMore(reply);
      if (!reply.end) return;
      const note = noteOn(reply.end);
      const { error, dim } = this.style;
      this.write(`\n\n${reply.end.error === undefined ? dim(`(${note})`) : error(`(${note})`)}\n\n`);
      this.#current += 1;
      this.#written = undefined;
    }
  }

  finish(replies: readonly Reply[]): void {
    this.update(replies);
  }

  #writeMore(reply: Reply): void {
    if (this.#written === undefined) this.write(`${this.#headingOf(reply)}\n\n`);
    let written = this.#written ?? '';
    if (!reply.text.startsWith(written)) {
      // The reply began anew, but what is on the terminal cannot be taken back.
      this.write(`\n\n${this.style.dim('(The reply begins anew.)')}\n\n`);
      written = '';
    }
    this.write(reply.text.slice(written.length));
    this.#written = reply.text;
  }

  #headingOf({ displayName, color }: Reply): string {
    return `${this.style.colored('##', color)} ${this.style.bold(displayName)}`;
  }
}
