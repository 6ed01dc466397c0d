import type { BroadcastStreamEvent, SendResult } from '@polylogue/api-contract';
import { isConnectionError } from '@polylogue/web-kit';
import { keyOfClick, newUuid, type Click } from '@polylogue/web-kit/streams';
import {
  continueSummaryStream,
  replayStream,
  resumeStream,
  retryStream,
  sendFilesStream,
  sendStream,
  stopReplies,
  type FilesBody,
  type StreamHooks,
} from './broadcast-streams.api.js';
import type { BroadcastStore, LiveTurn } from './broadcast-store.state.js';
import { pendingReply, newBroadcast, type Broadcast } from './broadcast.state.js';
import { clickOf, namesOf, type SendBody, type SentClick } from './click.rules.js';
import { isUnsent, takenBack } from './queue.rules.js';
import { isOpen, isWaiting, type Reply } from './reply.rules.js';

/** What the page does when a broadcast ends, one way or another. */
export interface FollowHooks {
  onDone: (broadcast: Broadcast, results: readonly SendResult[]) => void;
  /** It never began, or its connection is lost for good; what the server knows must be read again. */
  onFailed: (broadcast: Broadcast, fault: unknown) => void;
  /** Replies that were to be stopped, or a message that was to be taken back, go on. */
  onStopFailed: (broadcast: Broadcast | undefined, fault: unknown) => void;
}

/** What is called while files are sent, and what ends it. */
export interface FileHooks {
  onSent: (fraction: number) => void;
  onAccepted?: ((broadcast: Broadcast) => void) | undefined;
  onDone?: ((results: readonly SendResult[]) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends, takes up and stops broadcasts, and puts what comes into the store. Leaving the page ends the streams, not the work. */
export class BroadcastFollower {
  readonly #streams = new AbortController();
  readonly #stopped = new Map<string, readonly string[] | undefined>();
  #unanswered: SentClick | undefined;
  /** The same of a click that goes on from a round, not from the box. */
  #unansweredClick: Click | undefined;

  constructor(
    readonly store: BroadcastStore,
    private readonly hooks: FollowHooks,
    private readonly newKey: () => string = newUuid,
    private readonly now: () => number = Date.now,
  ) {}

  /** True when it was followed to its end. `onAccepted` is called as soon as the server has the message. */
  async send(wanted: SendBody, onAccepted?: FileHooks['onAccepted']): Promise<boolean> {
    this.#unanswered = clickOf(wanted, [], this.#unanswered, this.newKey);
    const { key, body } = this.#unanswered;
    const waits = (name: string) => body.queued === true && this.store.turnsOf(name).some(({ reply }) => isOpen(reply));
    const replies = namesOf(body).map((name) => pendingReply(name, this.now(), waits(name)));
    const broadcast = newBroadcast({ key, kind: 'send', message: body.message, replies });
    return this.#follow(broadcast, (hooks) => sendStream(body, key, hooks), { onAccepted });
  }

  /** The same with files. Until it is accepted, `signal` ends the upload, and nothing is said of it. */
  async sendFiles(
    { files, ...wanted }: FilesBody,
    { onSent, onAccepted, onDone, signal }: FileHooks,
  ): Promise<boolean> {
    const sent = files.map(({ name, size, lastModified }) => ({ name, size, lastModified }));
    this.#unanswered = clickOf(wanted, sent, this.#unanswered, this.newKey);
    const { key, body } = this.#unanswered;
    const replies = namesOf(body).map((aiService) => pendingReply(aiService, this.now()));
    const broadcast = newBroadcast({ key, kind: 'file', message: body.message, files: sent, replies });
    const open = (hooks: StreamHooks) => sendFilesStream({ ...body, files }, key, onSent, hooks);
    return this.#follow(broadcast, open, { onAccepted, onDone, signal });
  }

  async retry(turn: Pick<LiveTurn, 'message'> & { aiService: string; messageId: string }): Promise<boolean> {
    const { aiService, messageId, message } = turn;
    const key = this.#keyOf({ messageId });
    const broadcast = newBroadcast({ key, kind: 'retry', message, replies: [pendingReply(aiService, this.now())] });
    return this.#follow(broadcast, (hooks) => retryStream(messageId, key, hooks));
  }

  /** Each service begins a conversation with the question and the summary; what it replaces is history. */
  async continueSummary(summaryId: string, message: string, selectedAIs: string[], onAccepted: () => void) {
    const body = { newMessage: message, selectedAIs };
    const key = this.#keyOf({ summaryId, ...body });
    const replies = selectedAIs.map((name) => pendingReply(name, this.now()));
    const broadcast = newBroadcast({ key, kind: 'send', message, replies });
    return this.#follow(broadcast, (hooks) => continueSummaryStream(summaryId, body, key, hooks), { onAccepted });
  }

  /** The round as it was asked then, to these services, beside the old one. */
  async replay(broadcastId: string, message: string, selectedAIs: string[], onAccepted: () => void) {
    const key = this.#keyOf({ broadcastId, selectedAIs });
    const replies = selectedAIs.map((name) => pendingReply(name, this.now()));
    const broadcast = newBroadcast({ key, kind: 'send', message, replies });
    return this.#follow(broadcast, (hooks) => replayStream(broadcastId, selectedAIs, key, hooks), { onAccepted });
  }

  async resume(broadcast: Broadcast): Promise<boolean> {
    const { broadcastId } = broadcast;
    if (broadcastId === undefined || this.store.has(broadcastId)) return false;
    return this.#follow(broadcast, (hooks) => resumeStream(broadcastId, hooks));
  }

  /** Stops replies of one broadcast; one that is not accepted yet is stopped as soon as it is. What goes on is said. */
  async stop(key: string, aiServices?: readonly string[]): Promise<void> {
    const broadcast = this.store.get(key);
    if (broadcast?.broadcastId === undefined) this.#stopLater(key, aiServices);
    else await this.#stop(broadcast.broadcastId, aiServices, broadcast);
  }

  /** What is to be stopped of a broadcast joins; without services it is all of it. */
  #stopLater(key: string, aiServices?: readonly string[]): void {
    const before = this.#stopped.has(key) ? this.#stopped.get(key) : [];
    this.#stopped.set(key, before && aiServices && [...new Set([...before, ...aiServices])]);
  }

  async #stop(broadcastId: string, aiServices?: readonly string[], broadcast?: Broadcast): Promise<void> {
    try {
      await stopReplies(broadcastId, aiServices);
    } catch (fault) {
      this.hooks.onStopFailed(broadcast, fault);
    }
  }

  /** Takes a message back from the services that wait for the reply before it. */
  async takeBack({ key, replies }: Broadcast): Promise<void> {
    const waiting = replies.filter(isWaiting).map(({ aiService }) => aiService);
    if (waiting.length > 0) await this.stop(key, waiting);
  }

  async stopAll(): Promise<void> {
    const open = this.store.list().filter(({ replies }) => replies.some(isOpen));
    await Promise.all(open.map(({ key }) => this.stop(key)));
  }

  /**
   * Called at the click that clears these services, or all: the replies before a message that waits end by it, and the message does not
   * begin for that. Answers the keys of what waits, for what comes next: `clear`, or `goOn`.
   */
  holdWaiting(aiServices?: readonly string[]): string[] {
    const waiting = this.#waitingAt(aiServices);
    this.store.hold(waiting);
    return waiting;
  }

  /** Nothing was cleared. */
  goOn(held: readonly string[] = []): void {
    this.store.letGo(held);
  }

  /** The keys of messages that wait at one of these services, or at any. */
  #waitingAt(aiServices?: readonly string[]): string[] {
    const isMeant = ({ aiService }: Reply) => aiServices?.includes(aiService) ?? true;
    const waiting = this.store.list().filter(({ replies }) => replies.some((one) => isWaiting(one) && isMeant(one)));
    return waiting.map(({ key }) => key);
  }

  /**
   * Forgets what the server has cleared, of these services or of all. What waited there is in the box again when no service
   * had it; what the server has not accepted yet is still there, and stopped as soon as it has. `waited`: what waited at the
   * click. Answers whether any of that, or of what waits now, was taken back rather than sent meanwhile.
   */
  clear(aiServices?: readonly string[], waited: readonly string[] = []): boolean {
    const isCleared = ({ aiService }: Reply) => aiServices?.includes(aiService) ?? true;
    const cleared = this.store.list().filter(({ replies }) => replies.some(isCleared));
    const unsent = cleared.filter(
      ({ broadcastId, replies }) => broadcastId && replies.every((reply) => isUnsent(reply) && isCleared(reply)),
    );
    const isTakenBack = (key: string) => this.store.get(key)?.replies.some(isUnsent) ?? true;
    const hasTakenBack = [...waited, ...this.#waitingAt(aiServices)].some(isTakenBack);
    const unaccepted = cleared.filter(({ broadcastId }) => !broadcastId);
    for (const { key } of unaccepted) this.#stopLater(key, aiServices);
    this.store.clear(aiServices);
    // Sent again, it is another message than the one that is stopped.
    for (const { key } of unaccepted) if (!this.store.get(key)) this.#answered(key);
    for (const broadcast of unsent) this.store.put(takenBack(broadcast));
    this.store.letGo(waited);
    return hasTakenBack;
  }

  close(): void {
    this.#streams.abort();
  }

  async #follow(
    broadcast: Broadcast,
    open: (hooks: StreamHooks) => AsyncIterable<BroadcastStreamEvent>,
    { onAccepted, onDone, signal }: Partial<FileHooks> = {},
  ): Promise<boolean> {
    const { key } = broadcast;
    // The same click again, while the first is on its way.
    if (this.store.get(key)) return false;
    const ends = signal ? AbortSignal.any([this.#streams.signal, signal]) : this.#streams.signal;
    const hooks = { signal: ends, onConnection: (state: string) => this.#markLost(key, state === 'lost') };
    this.store.put(broadcast);
    try {
      for await (const event of open(hooks)) {
        this.store.apply(key, event);
        if (event.event === 'accepted') {
          this.#accepted(key, event.data.broadcastId);
          const accepted = this.store.get(key);
          if (accepted) onAccepted?.(accepted);
        }
        if (event.event !== 'done') continue;
        onDone?.(event.data.results);
        const ended = this.store.get(key);
        // What was cleared meanwhile has nothing more to say.
        if (ended) this.hooks.onDone(ended, event.data.results);
      }
      return true;
    } catch (fault) {
      // Sent again it has the same key, and is not to be stopped.
      this.#stopped.delete(key);
      if (this.#streams.signal.aborted) return false;
      const last = this.store.get(key) ?? broadcast;
      if (signal?.aborted) {
        this.store.forget(key);
        return false;
      }
      // Only a lost connection leaves it open whether the server has the message.
      if (!isConnectionError(fault)) this.#answered(key);
      this.store.forget(key);
      this.hooks.onFailed(last, fault);
      return false;
    }
  }

  #accepted(key: string, broadcastId: string): void {
    this.#answered(key);
    if (!this.#stopped.has(key)) return;
    const services = this.#stopped.get(key);
    this.#stopped.delete(key);
    void this.#stop(broadcastId, services, this.store.get(key));
  }

  /** The same click, while it is not known whether it arrived before, has the same key. */
  #keyOf(wish: unknown): string {
    this.#unansweredClick = keyOfClick(wish, this.#unansweredClick, this.newKey);
    return this.#unansweredClick.key;
  }

  #answered(key: string): void {
    if (this.#unanswered?.key === key) this.#unanswered = undefined;
    if (this.#unansweredClick?.key === key) this.#unansweredClick = undefined;
  }

  #markLost(key: string, isLost: boolean): void {
    const broadcast = this.store.get(key);
    if (broadcast && broadcast.isLost !== isLost) this.store.put({ ...broadcast, isLost });
  }
}
