import { UsersServiceDefinition } from '@polylogue/proto';
import { LRUCache } from 'lru-cache';
import type { CallerSigner } from '../caller/caller-signer.js';
import { AppError } from '../errors/app-error.js';
import { grpcClient, type GrpcClient } from '../grpc/grpc-client.js';

/** Whether money may be spent for a user without a request of theirs; `denied`: not approved, or blocked. */
export type UserAccess = 'approved' | 'denied' | 'erased';

const deadlineMs = 2_000;
const freshMs = 1_000;
const staleMs = 60_000;
const maxUsers = 10_000;

interface Answer {
  access: UserAccess;
  at: number;
}

/** Access of users as admin answered it: cached for a second, and for a minute while admin is away. */
export class AccessClient {
  readonly #client: GrpcClient<typeof UsersServiceDefinition>;
  readonly #answers = new LRUCache<string, Answer>({ max: maxUsers });
  readonly #calls = new Map<string, Promise<UserAccess>>();

  /** `url`: admin's gRPC address. */
  constructor(
    url: string,
    private readonly signer: CallerSigner,
  ) {
    this.#client = grpcClient(UsersServiceDefinition, { url, signer, deadlineMs });
  }

  /** Throws `unavailable` when nothing recent enough is known. */
  async accessOf(userId: string): Promise<UserAccess> {
    const known = this.#answers.get(userId);
    if (known && performance.now() - known.at < freshMs) return known.access;
    try {
      return await this.#callOnce(userId);
    } catch (error) {
      if (known && performance.now() - known.at < staleMs && AppError.is(error) && error.kind === 'unavailable') {
        return known.access;
      }
      throw error;
    }
  }

  /** Those of these users for whom nothing may be spent; throws `unavailable` when admin does not answer. */
  async findDenied(userIds: readonly string[]): Promise<readonly string[]> {
    const callerToken = this.signer.asService();
    return (await this.#client.listDeniedUsers({ userIds: [...userIds] }, { callerToken })).userIds;
  }

  /** Drops the cache, so that the next call goes to admin: an event says that something changed. */
  forget(userId: string): void {
    this.#answers.delete(userId);
    this.#calls.delete(userId);
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }

  /** Concurrent callers share one call. */
  #callOnce(userId: string): Promise<UserAccess> {
    const underWay = this.#calls.get(userId);
    if (underWay) return underWay;
    const call: Promise<UserAccess> = this.#call(userId)
      .then((access) => {
        // An answer from before the change must not be cached.
        if (this.#calls.get(userId) === call) this.#answers.set(userId, { access, at: performance.now() });
        return access;
      })
      .finally(() => {
        if (this.#calls.get(userId) === call) this.#calls.delete(userId);
      });
    this.#calls.set(userId, call);
    return call;
  }

  async #call(userId: string): Promise<UserAccess> {
    try {
      const user = await this.#client.getAccess({ userId }, { callerToken: this.signer.asService() });
      return user.isApproved && !user.isBlocked ? 'approved' : 'denied';
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return 'erased';
      throw error;
    }
  }
}
