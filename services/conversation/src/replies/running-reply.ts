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
const joinedTogether = 16;

/** One reply while its text arrives. */
export class RunningReply extends Run<string> {
  #content = '';
  #pieces = 0;
  #joinAt = joinedTogether;
  /** What was not taken to be written, piece by piece: to cut it out of the whole text would copy all of that each time. */
  #unsaved: string[] = [];
  #unsavedLength = 0;
  #seq = 0;
  #eventIds: number[] = [];
  #lengths: number[] = [];
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
    return this.#unsavedLength;
  }

  /** Whether some of its text was taken to be written. */
  get hasSaved(): boolean {
    return this.#seq > 0;
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
    this.#unsaved.push(clean);
    this.#unsavedLength += clean.length;
    this.#joinUnsaved();
    this.#eventIds.push(this.live.log.append(this.work.targetIndex, clean));
    this.#lengths.push(clean.length);
  }

  #join(): void {
    this.#content = joined(this.#content);
    this.#joinAt = this.#pieces + Math.max(joinedTogether, Math.floor(this.#pieces / 8));
  }

  /** By the same rule: pieces take several times what their text does. */
  #joinUnsaved(): void {
    const [begin = ''] = this.#unsaved;
    const isMany = this.#unsaved.length > joinedTogether && this.#unsavedLength * 8 >= begin.length * 9;
    if (isMany) this.#unsaved = [this.#unsaved.join('')];
  }

  /** What has not been written yet; it counts as written from now on. */
  takeUnsaved(): UnsavedText {
    const body = this.#unsaved.join('');
    const taken = { seq: this.#seq, body, eventIds: this.#eventIds, lengths: this.#lengths };
    if (body !== '') this.#seq += 1;
    this.#unsaved = [];
    this.#unsavedLength = 0;
    this.#eventIds = [];
    this.#lengths = [];
    return taken;
  }

  /** Takes back text that the store refused. What comes after it waits for the end as well: what is stored has no hole. */
  putBack({ seq, body, eventIds, lengths }: UnsavedText): void {
    this.#isWrittenAtEnd = true;
    this.#seq = seq;
    this.#unsaved = [body, ...this.#unsaved];
    this.#unsavedLength += body.length;
    this.#eventIds = [...eventIds, ...this.#eventIds];
    this.#lengths = [...lengths, ...this.#lengths];
  }
}
