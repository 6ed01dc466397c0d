import { Run } from '@polylogue/service-kit';
import type { Target } from '../live/broadcast.entity.js';
import { joined } from '../live/joined-text.js';
import type { RequestedSettings } from './requested-settings.js';
import type { LiveBroadcast } from '../live/live-broadcast.js';

/** A reply this process has claimed. */
export interface ReplyWork extends Target {
  broadcastId: string;
  userId: string;
  /** Among the broadcast's targets. */
  targetIndex: number;
  /** In place of the service's own setting. */
  settings?: RequestedSettings | undefined;
  /** Writes under another fence do not count. */
  fence: number;
  /** How often the reply was dispatched, this time included. */
  runs: number;
  /** The local time before its lease was requested. */
  leasedAt: number;
}

/** Text on its way into the store. */
export interface UnsavedText {
  seq: number;
  body: string;
  eventIds: number[];
  lengths: number[];
}

/** After so many pieces, or an eighth more of them, a text is joined: seldom enough for the longest reply. */
const joinedTogether = 32;

/** One reply while its text arrives. */
export class RunningReply extends Run<string> {
  #content = '';
  #pieces = 0;
  #joinAt = joinedTogether;
  #unsaved: UnsavedText = { seq: 0, body: '', eventIds: [], lengths: [] };
  #isWrittenAtEnd = false;
  runs: number;

  /** `content`: the text another process had stored. */
  constructor(
    readonly work: ReplyWork,
    readonly live: LiveBroadcast,
    content = '',
  ) {
    super(work.messageId, work.userId);
    this.runs = work.runs;
    this.#content = content;
  }

  get content(): string {
    return this.#content;
  }

  /** Whether nothing of it is shown or stored before all replies of its round have ended. */
  get isBlind(): boolean {
    return this.work.settings?.blindService !== undefined;
  }

  /** The text that its owner may see by now. */
  get shownContent(): string {
    return this.isBlind ? '' : this.#content;
  }

  get unsavedLength(): number {
    return this.#unsaved.body.length;
  }

  /** Whether some of its text was taken to be written. */
  get hasSaved(): boolean {
    return this.#unsaved.seq > 0;
  }

  /** Whether its text is written with its end alone, because some of it was refused before. */
  get isWrittenAtEnd(): boolean {
    return this.#isWrittenAtEnd;
  }

  append(text: string): void {
    // Postgres cannot store NUL, and no text has a use for it.
    const clean = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
    this.#content += clean;
    this.#pieces += 1;
    if (this.#pieces >= this.#joinAt) this.#join();
    if (this.isBlind) return;
    this.#unsaved.body += clean;
    this.#unsaved.eventIds.push(this.live.log.append(this.work.targetIndex, clean));
    this.#unsaved.lengths.push(clean.length);
  }

  #join(): void {
    this.#content = joined(this.#content);
    this.#joinAt = this.#pieces + Math.max(joinedTogether, Math.floor(this.#pieces / 8));
  }

  /** What has not been written yet; it counts as written from now on. */
  takeUnsaved(): UnsavedText {
    const taken = this.#unsaved;
    const seq = taken.body === '' ? taken.seq : taken.seq + 1;
    this.#unsaved = { seq, body: '', eventIds: [], lengths: [] };
    return taken;
  }

  /** Takes back text that the store refused. What comes after it waits for the end as well: what is stored has no hole. */
  putBack({ seq, body, eventIds, lengths }: UnsavedText): void {
    const later = this.#unsaved;
    this.#isWrittenAtEnd = true;
    this.#unsaved = {
      seq,
      body: body + later.body,
      eventIds: [...eventIds, ...later.eventIds],
      lengths: [...lengths, ...later.lengths],
    };
  }
}
