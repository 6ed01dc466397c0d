import { Injectable } from '@nestjs/common';
import { AccessService } from './access.service.js';

const maxRemembered = 10_000;

/**
 * Whose a session was when it was last looked up: who that is at this moment is asked of admin while the session is being
 * looked up again, and not after it. It only hastens; whose the session is now, the table says.
 */
@Injectable()
export class AccessPrefetch {
  readonly #userOf = new Map<string, string>();

  constructor(private readonly access: AccessService) {}

  /** Asks ahead of the guard, which joins the question or has its answer. */
  ask(sid: string): void {
    const userId = this.#userOf.get(sid);
    // What fails here is told where somebody waits for it.
    if (userId !== undefined) this.access.userOf(userId).catch(() => undefined);
  }

  note(sid: string, userId: string | undefined): void {
    this.#userOf.delete(sid);
    if (userId === undefined) return;
    this.#userOf.set(sid, userId);
    if (this.#userOf.size > maxRemembered) this.#userOf.delete(this.#userOf.keys().next().value as string);
  }
}
