import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, isWithin } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import type { LiveBroadcast } from './live-broadcast.js';

/** Characters of ended broadcasts kept in memory, about three bytes each where every packet is one token. */
const maxCharacters = 32_000_000;
/** What is kept of a reply beside its text is as large as so many of them. */
const charactersOfReply = 500;
const evictEveryMs = 1_000;

/** The broadcasts whose whole stream stands in this process's memory. The store has them too, once they are written. */
@Injectable()
export class LiveBroadcasts {
  readonly #byId = new Map<string, LiveBroadcast>();
  /** Those that had not ended when they were last looked at. */
  readonly #running = new Set<LiveBroadcast>();
  /** The others with their sizes in characters, in the order of their ends. */
  readonly #ended = new Map<LiveBroadcast, number>();
  readonly #keepMs: number;
  #endedCharacters = 0;
  #evictedAt = 0;

  constructor(@Inject(CONFIG) config: ConversationConfig) {
    this.#keepMs = config.CONVERSATION_LOG_SECONDS * 1000;
  }

  /** Makes room as it goes: what is kept follows from how much is sent, and not from when it was last looked through. */
  add(live: LiveBroadcast, now = Date.now()): void {
    this.#byId.set(live.broadcastId, live);
    this.#running.add(live);
    if (!isWithin(this.#evictedAt, now, evictEveryMs)) this.evict(now);
  }

  /** One that is served from here; undefined for another user's. */
  find(userId: string, broadcastId: string): LiveBroadcast | undefined {
    const live = this.#byId.get(broadcastId);
    return live && live.userId === userId && !live.log.isLost ? live : undefined;
  }

  /** Forgets what ended long ago, and the oldest when there is too much of it. What stays is not gone through. */
  evict(now: number): void {
    this.#evictedAt = now;
    for (const live of this.#running) this.#noteEnd(live);
    for (const [live, characters] of this.#ended) {
      const isOld = now - (live.endedAt ?? now) > this.#keepMs;
      if (!isOld && this.#endedCharacters <= maxCharacters) return;
      this.#ended.delete(live);
      this.#endedCharacters -= characters;
      this.#forget(live);
    }
  }

  #noteEnd(live: LiveBroadcast): void {
    const { isDone, isLost, characters } = live.log;
    if (!isDone && !isLost) return;
    this.#running.delete(live);
    if (isLost) return this.#forget(live);
    const size = characters + charactersOfReply * live.targets.length;
    this.#ended.set(live, size);
    this.#endedCharacters += size;
  }

  /** Unless it has come back since, as one whose replies this process took over again. */
  #forget(live: LiveBroadcast): void {
    if (this.#byId.get(live.broadcastId) === live) this.#byId.delete(live.broadcastId);
  }
}
