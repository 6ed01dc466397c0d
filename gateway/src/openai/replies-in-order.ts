import type { Reply } from '@polylogue/proto';
import { ReplyStatus } from '@polylogue/proto';

/** A service whose reply is wanted, in its place. */
interface Place {
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
  readonly #places: Place[];
  #current = 0;

  constructor(services: readonly { name: string; displayName: string }[]) {
    const headingOf = (displayName: string) => (services.length > 1 ? `## ${displayName}\n\n` : '');
    this.#places = services.map(({ name, displayName }) => ({
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
    const place = this.#placeOf(name);
    if (place) place.text += text;
    return this.#write();
  }

  /** The end of a reply; answers what can be written now. */
  addReply(reply: Pick<Reply, 'aiService' | 'content' | 'error' | 'status'>): string {
    const place = this.#placeOf(reply.aiService);
    if (!place) return '';
    place.text = wordsOf(reply);
    place.isEnded = true;
    return this.#write();
  }

  #placeOf(name: string): Place | undefined {
    return this.#places.find((place) => place.name === name);
  }

  #write(): string {
    let written = '';
    for (let place = this.#places[this.#current]; place; place = this.#places[this.#current]) {
      const more = place.text.slice(place.written);
      if (!place.isBegun && (more !== '' || place.isEnded)) {
        written += (this.#current > 0 ? '\n\n' : '') + place.heading;
        place.isBegun = true;
      }
      written += more;
      place.written += more.length;
      if (!place.isEnded) break;
      this.#current += 1;
    }
    return written;
  }
}

/** What stands for a reply: its text, and after it why there is no more of it. */
function wordsOf({ content, error, status }: Pick<Reply, 'content' | 'error' | 'status'>): string {
  if (status === ReplyStatus.COMPLETED) return content;
  const reason = `_${error || 'This reply was not completed.'}_`;
  return content === '' ? reason : `${content}\n\n${reason}`;
}
