import { Inject, Injectable } from '@nestjs/common';
import type { User } from '@polylogue/proto';
import { AppError, CallerSigner, isWithin } from '@polylogue/service-kit';
import { LRUCache } from 'lru-cache';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { accessFreshMs, accessStaleMs } from './access.rules.js';
import { Clock } from '../clock.js';

interface Known {
  /** Undefined: there is no such user any more. */
  user: User | undefined;
  answeredAt: number;
  triedAt: number;
}

const maxUsers = 10_000;
const deadlineMs = 2_000;

/** Who a session's user is at this moment, as admin says; for a minute as admin last said, while it is away. */
@Injectable()
export class AccessService {
  readonly #known = new LRUCache<string, Known>({ max: maxUsers });
  readonly #pending = new Map<string, Promise<User | undefined>>();

  constructor(
    @InjectClient('users') private readonly users: ClientOf<'users'>,
    private readonly signer: CallerSigner,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** The user, or undefined when erased. Throws `unavailable` when nothing recent enough is known. */
  async userOf(userId: string): Promise<User | undefined> {
    const known = this.#known.get(userId);
    const now = this.clock.now();
    if (known && isWithin(known.triedAt, now, accessFreshMs) && isWithin(known.answeredAt, now, accessStaleMs))
      return known.user;
    const pending = this.#pending.get(userId) ?? this.#load(userId, now);
    this.#pending.set(userId, pending);
    return pending;
  }

  /** The next call goes to admin: something is known to have changed. */
  forget(userId: string): void {
    const known = this.#known.get(userId);
    if (known) known.triedAt = -Infinity;
    this.#pending.delete(userId);
  }

  async #load(userId: string, requestedAt: number): Promise<User | undefined> {
    try {
      const user = await this.#getAccess(userId);
      this.#known.set(userId, { user, answeredAt: requestedAt, triedAt: requestedAt });
      return user;
    } catch (error) {
      const known = this.#known.get(userId);
      if (!known || !isWithin(known.answeredAt, this.clock.now(), accessStaleMs)) throw error;
      known.triedAt = this.clock.now();
      return known.user;
    } finally {
      this.#pending.delete(userId);
    }
  }

  async #getAccess(userId: string): Promise<User | undefined> {
    try {
      return await this.users.getAccess({ userId }, { callerToken: this.signer.asService(), deadlineMs });
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return undefined;
      throw error;
    }
  }
}
