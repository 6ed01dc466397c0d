import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AccessService } from './access.service.js';

const maxRemembered = 10_000;

/**
 * Remembers whose a session was when it was last read, so that admin is called for that user's access while the session
 * is read again, and not after it. It only saves time: whose the session is now, the table says.
 */
@Injectable()
export class AccessPrefetch {
  readonly #userOf = new LRUCache<string, string>({ max: maxRemembered });

  constructor(private readonly access: AccessService) {}

  /** Calls ahead of the guard, which shares the call or finds its answer. */
  start(sid: string): void {
    const userId = this.#userOf.get(sid);
    // A failure shows where the guard waits for the same answer.
    if (userId !== undefined) this.access.userOf(userId).catch(() => undefined);
  }

  note(sid: string, userId: string | undefined): void {
    if (userId === undefined) this.#userOf.delete(sid);
    else this.#userOf.set(sid, userId);
  }
}
