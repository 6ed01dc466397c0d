import type { Reply } from '@polylogue/proto';
import { ReplyStatus } from '@polylogue/proto';

/** What has arrived of one reply, and how much of it is written. */
interface ArrivingReply {
  readonly name: string;
  /** Stands above the reply; empty where there is only one. */
  readonly heading: string;
  text: string;
  written: number;
  isEnded: boolean;
  isBegun: boolean;
}

/** Makes one text of the replies of several services: one after the other in the order asked, each as early as it can. */
export class RepliesInOrder {
  readonly #replies: ArrivingReply[];
  #current = 0;

  constructor(services: readonly { name: string; displayName: string }[]) {
    const headingOf = (displayName: string) => (services.length > 1 ? `## ${displayName}\n\n` : '');
    this.#replies = services.map(({ name, displayName }) => ({
      name,
      heading: headingOf(displayName),
      text: '',
      written: 0,
      isEnded: false,
      isBegun: false,
    }));
  }

  /** More of a reply; answers what can be written now. */
  addDelta(name: string, text: string): string {
    const arriving = this.#find(name);
    if (arriving) arriving.text += text;
    return this.#write();
  }

  /** The end of a reply; answers what can be written now. */
  addReply(reply: Pick<Reply, 'aiService' | 'content' | 'error' | 'status'>): string {
    const arriving = this.#find(reply.aiService);
    if (!arriving) return '';
    // Of the only one an error says that there is nothing.
    const hasNone = this.#replies.length === 1 && reply.content === '';
    arriving.text = hasNone ? '' : textOf({ ...reply, content: contentOf(reply, arriving) });
    arriving.isEnded = true;
    return this.#write();
  }

  #find(name: string): ArrivingReply | undefined {
    return this.#replies.find((reply) => reply.name === name);
  }

  #write(): string {
    let written = '';
    for (let reply = this.#replies[this.#current]; reply; reply = this.#replies[this.#current]) {
      const more = reply.text.slice(reply.written);
      if (!reply.isBegun && (more !== '' || reply.isEnded)) {
        written += (this.#current > 0 ? '\n\n' : '') + reply.heading;
        reply.isBegun = true;
      }
      written += more;
      reply.written += more.length;
      if (!reply.isEnded) break;
      this.#current += 1;
    }
    return written;
  }
}

/** The text of a reply; what is written of it where less is kept, as when its process was lost: that cannot be taken back. */
const contentOf = ({ content }: Pick<Reply, 'content'>, { text, written }: ArrivingReply) =>
  content.length < written ? text.slice(0, written) : content;

/** What stands for a reply: its text, and after it why there is no more of it. */
function textOf({ content, error, status }: Pick<Reply, 'content' | 'error' | 'status'>): string {
  if (status === ReplyStatus.COMPLETED) return content;
  const reason = `_${error || 'This reply was not completed.'}_`;
  return content === '' ? reason : `${content}\n\n${reason}`;
}
