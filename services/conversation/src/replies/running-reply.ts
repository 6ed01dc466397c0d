import type { Target } from '../live/broadcast.entity.js';
import type { LiveBroadcast } from '../live/live-broadcast.js';

/** A reply this process has claimed. */
export interface ReplyWork extends Target {
  broadcastId: string;
  userId: string;
  /** Among the broadcast's targets. */
  place: number;
  /** Writes under another fence do not count. */
  fence: number;
  /** How often the reply was asked for, this time included. */
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

/** Why a reply is stopped from outside. Lost: another process has it; lapsed: another process may take it over soon. */
export type StopReason = 'cancelled' | 'lost' | 'lapsed' | 'draining';

/** One reply while its text arrives. */
export class RunningReply {
  readonly #stop = new AbortController();
  #content = '';
  #unsaved: UnsavedText = { seq: 0, body: '', eventIds: [], lengths: [] };
  #stopReason: StopReason | undefined;
  runs: number;

  /** `content`: the text another process had stored. */
  constructor(
    readonly work: ReplyWork,
    readonly live: LiveBroadcast,
    content = '',
  ) {
    this.runs = work.runs;
    this.#content = content;
  }

  get content(): string {
    return this.#content;
  }

  get unsavedLength(): number {
    return this.#unsaved.body.length;
  }

  /** Whether some of its text was taken to be written. */
  get hasSaved(): boolean {
    return this.#unsaved.seq > 0;
  }

  /** Aborts when the provider is to be left. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get stopReason(): StopReason | undefined {
    return this.#stopReason;
  }

  append(text: string): void {
    // Postgres cannot store NUL, and no text has a use for it.
    const clean = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
    this.#content += clean;
    this.#unsaved.body += clean;
    this.#unsaved.eventIds.push(this.live.log.append(this.work.place, clean));
    this.#unsaved.lengths.push(clean.length);
  }

  /** What has not been written yet; it counts as written from now on. */
  takeUnsaved(): UnsavedText {
    const taken = this.#unsaved;
    const seq = taken.body === '' ? taken.seq : taken.seq + 1;
    this.#unsaved = { seq, body: '', eventIds: [], lengths: [] };
    return taken;
  }

  stop(reason: StopReason): void {
    if (this.#stopReason) return;
    this.#stopReason = reason;
    this.#stop.abort(new Error(`The reply was stopped: ${reason}`));
  }
}
