import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { User } from '@polylogue/proto';
import { AppError, CallerSigner, isWithin, type Changes } from '@polylogue/service-kit';
import { LRUCache } from 'lru-cache';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { accessFreshMs, accessStaleMs } from './access.rules.js';
import { Clock } from '../clock.js';
import { ChangeFeed } from './change-feed.js';

interface Known {
  /** Undefined: there is no such user any more. */
  user: User | undefined;
  answeredAt: number;
  triedAt: number;
  /** Known to have changed since: good only while admin is away. */
  isOutdated?: boolean;
}

const maxUsers = 10_000;
const deadlineMs = 2_000;
const changesDeadlineMs = 1_000;

/**
 * Who a session's user is at this moment, as admin says; for a minute as admin last said, while that has not changed, or while
 * admin is away.
 */
@Injectable()
export class AccessService implements OnApplicationShutdown {
  readonly #known = new LRUCache<string, Known>({ max: maxUsers });
  readonly #pending = new Map<string, Promise<User | undefined>>();
  readonly #changes: ChangeFeed;

  constructor(
    @InjectClient('users') private readonly users: ClientOf<'users'>,
    private readonly signer: CallerSigner,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    const onChanged = (userId: string) => this.forget(userId);
    this.#changes = new ChangeFeed({ read: (since) => this.#listChanges(since), onChanged, clock });
  }

  /** The user, or undefined when erased. Throws `unavailable` when nothing recent enough is known. */
  async userOf(userId: string): Promise<User | undefined> {
    const known = this.#known.get(userId);
    const now = this.clock.now();
    const holds = this.#changes.holds(known?.answeredAt ?? now) && !known?.isOutdated;
    const isFresh = known && (holds || isWithin(known.triedAt, now, accessFreshMs));
    if (isFresh && isWithin(known.answeredAt, now, accessStaleMs)) return known.user;
    const pending = this.#pending.get(userId) ?? this.#load(userId, now);
    this.#pending.set(userId, pending);
    return pending;
  }

  /** The next call goes to admin: something is known to have changed. */
  forget(userId: string): void {
    const known = this.#known.get(userId);
    if (known) Object.assign(known, { triedAt: -Infinity, isOutdated: true });
    this.#pending.delete(userId);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#changes.stop();
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

  async #listChanges(since: string | undefined): Promise<Changes> {
    const options = { callerToken: this.signer.asService(), deadlineMs: changesDeadlineMs };
    const { until, userIds } = await this.users.listAccessChanges({ since }, options);
    return { until, keys: userIds };
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
