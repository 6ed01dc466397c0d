import type { BroadcastStreamEvent } from '@polylogue/api-contract';
import { afterEvent, type Broadcast } from './broadcast.state.js';
import { released } from './queue.rules.js';
import { isOpen, visibleText, type Reply } from './reply.rules.js';

/** A reply of a broadcast, as its panel shows it. */
export interface LiveTurn {
  readonly key: string;
  readonly message: string;
  readonly files?: Broadcast['files'];
  readonly reply: Reply;
  readonly isLost: boolean;
}

type Listener = () => void;
/** Runs something at the next frame. */
export type Schedule = (paint: () => void) => void;

/**
 * What streams, outside React. Events change it at once and are painted at frames. A panel is notified of its own
 * service only, and when a reply merely grows, only its text is: a token renders no panel at all.
 */
export class BroadcastStore {
  readonly #broadcasts = new Map<string, Broadcast>();
  readonly #turns = new Map<string, readonly LiveTurn[]>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #growing = new Map<string, Set<Listener>>();
  readonly #unpainted = new Set<string>();
  readonly #grown = new Set<string>();
  readonly #ofAll = new Set<Listener>();
  readonly #held = new Set<string>();
  #list: readonly Broadcast[] = [];
  #isScheduled = false;

  constructor(
    private readonly schedule: Schedule,
    private readonly now: () => number = Date.now,
  ) {}

  /** Puts a broadcast in, or changes it; painted at once. */
  put(broadcast: Broadcast): void {
    this.#set(broadcast);
    this.#release();
    this.#paint();
  }

  get(key: string): Broadcast | undefined {
    return this.#broadcasts.get(key);
  }

  has(broadcastId: string): boolean {
    return this.#list.some((broadcast) => broadcast.broadcastId === broadcastId);
  }

  apply(key: string, event: BroadcastStreamEvent): void {
    const before = this.#broadcasts.get(key);
    if (!before) return;
    const after = afterEvent(before, event, this.now());
    if (after === before) return;
    if (event.event === 'delta' && isGrowth(before, event.data.aiService)) {
      this.#broadcasts.set(key, after);
      this.#grown.add(event.data.aiService);
      return this.#paintSoon();
    }
    this.#set(after);
    if (event.event === 'progress' || event.event === 'delta') this.#paintSoon();
    else {
      this.#release();
      this.#paint();
    }
  }

  forget(key: string): void {
    const broadcast = this.#broadcasts.get(key);
    if (!broadcast) return;
    this.#broadcasts.delete(key);
    for (const { aiService } of broadcast.replies) this.#unpainted.add(aiService);
    this.#release();
    this.#paint();
  }

  /** Forgets what belongs to these services, or of everything. */
  clear(aiServices?: readonly string[]): void {
    // Not the list: it is behind by what has streamed since.
    for (const broadcast of [...this.#broadcasts.values()]) {
      const kept = aiServices ? broadcast.replies.filter(({ aiService }) => !aiServices.includes(aiService)) : [];
      for (const { aiService } of broadcast.replies) this.#unpainted.add(aiService);
      if (kept.length > 0) this.#broadcasts.set(broadcast.key, { ...broadcast, replies: kept });
      else this.#broadcasts.delete(broadcast.key);
    }
    this.#release();
    this.#paint();
  }

  /** What waits in these goes on waiting, even if what is before it ends, until they are let go or the server says that it has begun. */
  hold(keys: readonly string[]): void {
    for (const key of keys) this.#held.add(key);
  }

  letGo(keys: readonly string[]): void {
    for (const key of keys) this.#held.delete(key);
    this.#release();
    this.#paint();
  }

  turnsOf(aiService: string): readonly LiveTurn[] {
    return this.#turns.get(aiService) ?? none;
  }

  /** The text of a reply that streams, all of it; `turnsOf` may be behind by what it has grown. */
  textOf(key: string, aiService: string): string | undefined {
    const reply = this.#broadcasts.get(key)?.replies.find((one) => one.aiService === aiService);
    return reply && visibleText(reply);
  }

  /** All broadcasts, oldest first; a new list only when one began, was accepted, ended or left. */
  list(): readonly Broadcast[] {
    return this.#list;
  }

  readonly subscribe = (aiService: string, listener: Listener): (() => void) =>
    listen(this.#listeners, aiService, listener);

  /** Called when the text of a reply of this service has grown. */
  readonly subscribeToText = (aiService: string, listener: Listener): (() => void) =>
    listen(this.#growing, aiService, listener);

  readonly subscribeToAll = (listener: Listener): (() => void) => {
    this.#ofAll.add(listener);
    return () => this.#ofAll.delete(listener);
  };

  #set(broadcast: Broadcast): void {
    const before = this.#broadcasts.get(broadcast.key);
    this.#broadcasts.set(broadcast.key, broadcast);
    for (const [index, reply] of broadcast.replies.entries()) {
      if (before?.replies[index] !== reply || before.isLost !== broadcast.isLost) this.#unpainted.add(reply.aiService);
    }
  }

  /** What need not wait any more, since something ended or left. */
  #release(): void {
    for (const broadcast of released([...this.#broadcasts.values()], this.now())) {
      if (!this.#held.has(broadcast.key)) this.#set(broadcast);
    }
  }

  #paintSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.schedule(() => {
      this.#isScheduled = false;
      this.#paint();
    });
  }

  #paint(): void {
    const [services, grown] = [[...this.#unpainted], [...this.#grown]];
    this.#unpainted.clear();
    this.#grown.clear();
    for (const aiService of services) this.#turns.set(aiService, this.#read(aiService));
    const list = [...this.#broadcasts.values()];
    const isNews = list.length !== this.#list.length || list.some((one, index) => isOther(one, this.#list[index]));
    if (isNews) this.#list = list;
    for (const aiService of services) for (const listener of this.#listeners.get(aiService) ?? []) listener();
    for (const aiService of grown) for (const listener of this.#growing.get(aiService) ?? []) listener();
    if (isNews) for (const listener of this.#ofAll) listener();
  }

  #read(aiService: string): readonly LiveTurn[] {
    return [...this.#broadcasts.values()].flatMap(({ key, message, files, replies, isLost }) =>
      replies.filter((reply) => reply.aiService === aiService).map((reply) => ({ key, message, files, reply, isLost })),
    );
  }
}

const none: readonly LiveTurn[] = [];

function listen(listeners: Map<string, Set<Listener>>, aiService: string, listener: Listener): () => void {
  const those = listeners.get(aiService) ?? new Set();
  listeners.set(aiService, those.add(listener));
  return () => those.delete(listener);
}

/** Whether a token changes nothing of a reply but its text: not its first one, nor the first after a lost connection. */
function isGrowth({ isLost, replies }: Broadcast, aiService: string): boolean {
  return !isLost && replies.find((reply) => reply.aiService === aiService)?.status === 'streaming';
}

function isOther(one: Broadcast, before: Broadcast | undefined): boolean {
  if (one.broadcastId !== before?.broadcastId || one.results !== before?.results || one.key !== before?.key)
    return true;
  return one.replies.filter(isOpen).length !== before.replies.filter(isOpen).length;
}
