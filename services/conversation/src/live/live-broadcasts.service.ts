import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import type { LiveBroadcast } from './live-broadcast.js';

/** Characters of ended broadcasts kept in memory, about three bytes each where every packet is one token. */
const maxCharacters = 32_000_000;

/** The broadcasts whose whole stream stands in this process's memory. The store has them too, once they are written. */
@Injectable()
export class LiveBroadcasts {
  readonly #byId = new Map<string, LiveBroadcast>();
  readonly #keepMs: number;

  constructor(@Inject(CONFIG) config: ConversationConfig) {
    this.#keepMs = config.CONVERSATION_LOG_SECONDS * 1000;
  }

  add(live: LiveBroadcast): void {
    this.#byId.set(live.broadcastId, live);
  }

  /** One that is served from here; undefined for another user's. */
  find(userId: string, broadcastId: string): LiveBroadcast | undefined {
    const live = this.#byId.get(broadcastId);
    return live && live.userId === userId && !live.log.isLost ? live : undefined;
  }

  /** Forgets what ended long ago, and the oldest when there is too much of it. */
  evict(now: number): void {
    let characters = 0;
    for (const live of [...this.#byId.values()].reverse()) {
      if (!live.log.isDone && !live.log.isLost) continue;
      characters += live.log.characters;
      const isOld = live.log.isLost || now - (live.endedAt ?? now) > this.#keepMs;
      if (isOld || characters > maxCharacters) this.#byId.delete(live.broadcastId);
    }
  }
}
