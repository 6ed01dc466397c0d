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
  isOutdated: boolean;
}

/** A question to admin that is under way. */
interface Load {
  answer: Promise<User | undefined>;
  /** The user has changed since it was asked: the answer may be from before. */
  isOutdated: boolean;
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
  readonly #loads = new Map<string, Load>();
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
    return (this.#loads.get(userId) ?? this.#begin(userId, now)).answer;
  }

  /** The next call goes to admin: something is known to have changed. */
  forget(userId: string): void {
    const known = this.#known.get(userId);
    if (known) Object.assign(known, { triedAt: -Infinity, isOutdated: true });
    const load = this.#loads.get(userId);
    if (load) load.isOutdated = true;
    this.#loads.delete(userId);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#changes.stop();
  }

  #begin(userId: string, now: number): Load {
    const load: Load = { answer: Promise.resolve(undefined), isOutdated: false };
    this.#loads.set(userId, load);
    load.answer = this.#load(userId, now, load);
    return load;
  }

  async #load(userId: string, requestedAt: number, load: Load): Promise<User | undefined> {
    try {
      const user = await this.#getAccess(userId);
      const { isOutdated } = load;
      this.#known.set(userId, { user, answeredAt: requestedAt, triedAt: requestedAt, isOutdated });
      return user;
    } catch (error) {
      const known = this.#known.get(userId);
      if (!known || !isWithin(known.answeredAt, this.clock.now(), accessStaleMs)) throw error;
      known.triedAt = this.clock.now();
      return known.user;
    } finally {
      if (this.#loads.get(userId) === load) this.#loads.delete(userId);
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
