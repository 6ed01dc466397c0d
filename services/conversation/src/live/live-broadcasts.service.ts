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
  readonly #keepMs: number;
  #evictedAt = 0;

  constructor(@Inject(CONFIG) config: ConversationConfig) {
    this.#keepMs = config.CONVERSATION_LOG_SECONDS * 1000;
  }

  /** Makes room as it goes: what is kept follows from how much is sent, and not from when it was last looked through. */
  add(live: LiveBroadcast, now = Date.now()): void {
    this.#byId.set(live.broadcastId, live);
    if (!isWithin(this.#evictedAt, now, evictEveryMs)) this.evict(now);
  }

  /** One that is served from here; undefined for another user's. */
  find(userId: string, broadcastId: string): LiveBroadcast | undefined {
    const live = this.#byId.get(broadcastId);
    return live && live.userId === userId && !live.log.isLost ? live : undefined;
  }

  /** Forgets what ended long ago, and the oldest when there is too much of it. */
  evict(now: number): void {
    this.#evictedAt = now;
    let characters = 0;
    for (const live of [...this.#byId.values()].reverse()) {
      if (!live.log.isDone && !live.log.isLost) continue;
      characters += live.log.characters + charactersOfReply * live.targets.length;
      const isOld = live.log.isLost || now - (live.endedAt ?? now) > this.#keepMs;
      if (isOld || characters > maxCharacters) this.#byId.delete(live.broadcastId);
    }
  }
}
