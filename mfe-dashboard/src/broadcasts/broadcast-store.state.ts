import type { BroadcastStreamEvent } from '@polylogue/api-contract';
import { afterEvent, type Broadcast } from './broadcast.state.js';
import { isOpen, type Reply } from './reply.rules.js';

/** A reply of a broadcast, as its panel shows it. */
export interface LiveTurn {
  readonly key: string;
  readonly kind: Broadcast['kind'];
  readonly broadcastId?: string | undefined;
  readonly message: string;
  readonly attachment?: Broadcast['attachment'];
  readonly reply: Reply;
  readonly isLost: boolean;
}

type Listener = () => void;
/** Runs something at the next frame. */
export type Schedule = (paint: () => void) => void;

/** Panels that are painted in one frame: six that stream take turns, so that no frame carries them all. */
const panelsPerFrame = 3;

/**
 * What streams, outside React. Events change it at once and are painted at frames, a few panels in each; a panel hears only of its own
 * service, so that one service's token never renders another's panel.
 */
export class BroadcastStore {
  readonly #broadcasts = new Map<string, Broadcast>();
  readonly #turns = new Map<string, readonly LiveTurn[]>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #unpainted = new Set<string>();
  readonly #ofAll = new Set<Listener>();
  #list: readonly Broadcast[] = [];
  #isScheduled = false;

  constructor(
    private readonly schedule: Schedule,
    private readonly now: () => number = Date.now,
  ) {}

  /** Puts a broadcast in, or changes it; painted at once. */
  put(broadcast: Broadcast): void {
    this.#set(broadcast);
    this.#paint();
  }

  get(key: string): Broadcast | undefined {
    return this.#broadcasts.get(key);
  }

  has(broadcastId: string): boolean {
    return this.#list.some((broadcast) => broadcast.broadcastId === broadcastId);
  }

  apply(key: string, told: BroadcastStreamEvent): void {
    const before = this.#broadcasts.get(key);
    if (!before) return;
    const after = afterEvent(before, told, this.now());
    if (after === before) return;
    this.#set(after);
    if (told.event !== 'delta' && told.event !== 'progress') this.#paint();
    else this.#paintSoon();
  }

  forget(key: string): void {
    const broadcast = this.#broadcasts.get(key);
    if (!broadcast) return;
    this.#broadcasts.delete(key);
    for (const { aiService } of broadcast.replies) this.#unpainted.add(aiService);
    this.#paint();
  }

  /** Lets go of what belongs to these services, or of everything. */
  clear(aiServices?: readonly string[]): void {
    for (const broadcast of this.#list) {
      const kept = aiServices ? broadcast.replies.filter(({ aiService }) => !aiServices.includes(aiService)) : [];
      for (const { aiService } of broadcast.replies) this.#unpainted.add(aiService);
      if (kept.length > 0) this.#broadcasts.set(broadcast.key, { ...broadcast, replies: kept });
      else this.#broadcasts.delete(broadcast.key);
    }
    this.#paint();
  }

  turnsOf(aiService: string): readonly LiveTurn[] {
    return this.#turns.get(aiService) ?? none;
  }

  /** All broadcasts, oldest first; a new list only when one began, was accepted, ended or left. */
  list(): readonly Broadcast[] {
    return this.#list;
  }

  readonly subscribe = (aiService: string, listener: Listener): (() => void) => {
    const listeners = this.#listeners.get(aiService) ?? new Set();
    this.#listeners.set(aiService, listeners.add(listener));
    return () => listeners.delete(listener);
  };

  readonly subscribeToAll = (listener: Listener): (() => void) => {
    this.#ofAll.add(listener);
    return () => this.#ofAll.delete(listener);
  };

  #set(broadcast: Broadcast): void {
    const before = this.#broadcasts.get(broadcast.key);
    this.#broadcasts.set(broadcast.key, broadcast);
    for (const [place, reply] of broadcast.replies.entries()) {
      if (before?.replies[place] !== reply || before.isLost !== broadcast.isLost) this.#unpainted.add(reply.aiService);
    }
  }

  #paintSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.schedule(() => {
      this.#isScheduled = false;
      this.#paint(panelsPerFrame);
      if (this.#unpainted.size > 0) this.#paintSoon();
    });
  }

  #paint(most = Infinity): void {
    const services = [...this.#unpainted].slice(0, most);
    for (const aiService of services) {
      this.#unpainted.delete(aiService);
      this.#turns.set(aiService, this.#read(aiService));
    }
    const list = [...this.#broadcasts.values()];
    const isNews = list.length !== this.#list.length || list.some((one, index) => isOther(one, this.#list[index]));
    if (isNews) this.#list = list;
    for (const aiService of services) for (const listener of this.#listeners.get(aiService) ?? []) listener();
    if (isNews) for (const listener of this.#ofAll) listener();
  }

  #read(aiService: string): readonly LiveTurn[] {
    return [...this.#broadcasts.values()].flatMap(({ key, kind, broadcastId, message, attachment, replies, isLost }) =>
      replies
        .filter((reply) => reply.aiService === aiService)
        .map((reply) => ({ key, kind, broadcastId, message, attachment, reply, isLost })),
    );
  }
}

const none: readonly LiveTurn[] = [];

function isOther(one: Broadcast, before: Broadcast | undefined): boolean {
  if (one.broadcastId !== before?.broadcastId || one.results !== before?.results || one.key !== before?.key)
    return true;
  return one.replies.filter(isOpen).length !== before.replies.filter(isOpen).length;
}
