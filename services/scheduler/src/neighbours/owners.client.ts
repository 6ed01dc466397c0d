import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { UsersServiceDefinition } from '@polylogue/proto';
import { AppError, CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';

/** Whether a user's queries may run. */
export type Standing = 'approved' | 'unapproved' | 'erased';

const deadlineMs = 2_000;
const freshMs = 1_000;
const staleMs = 60_000;
const remembered = 10_000;

interface Known {
  standing: Promise<Standing>;
  askedAt: number;
  answer: { standing: Standing; at: number } | undefined;
}

/** What admin says about owners: used for a second; while admin is away the last answer holds for a minute. */
@Injectable()
export class OwnersClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof UsersServiceDefinition>;
  readonly #known = new Map<string, Known>();

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: SchedulerConfig,
  ) {
    this.#client = grpcClient(UsersServiceDefinition, { url: config.ADMIN_GRPC_URL, signer, deadlineMs });
  }

  /** Throws `unavailable` when nothing recent enough is known. */
  async standingOf(userId: string): Promise<Standing> {
    const known = this.#known.get(userId);
    if (known && Date.now() - known.askedAt < freshMs) return known.standing;
    const standing = this.#ask(userId).catch((error: unknown) => {
      if (known?.answer && Date.now() - known.answer.at < staleMs) return known.answer.standing;
      throw error;
    });
    const asked: Known = { standing, askedAt: Date.now(), answer: known?.answer };
    this.#remember(userId, asked);
    return standing;
  }

  /** Those of these users whose queries may not run. */
  async findDenied(userIds: readonly string[]): Promise<readonly string[]> {
    const callerToken = this.signer.asService();
    return (await this.#client.listDeniedUsers({ userIds: [...userIds] }, { callerToken })).userIds;
  }

  /** The next question goes to admin: something is known to have changed. */
  forget(userId: string): void {
    this.#known.delete(userId);
  }

  async #ask(userId: string): Promise<Standing> {
    try {
      const user = await this.#client.getAccess({ userId }, { callerToken: this.signer.asService() });
      return this.#note(userId, user.isApproved && !user.isBlocked ? 'approved' : 'unapproved');
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return this.#note(userId, 'erased');
      throw error;
    }
  }

  #note(userId: string, standing: Standing): Standing {
    const known = this.#known.get(userId);
    if (known) known.answer = { standing, at: Date.now() };
    return standing;
  }

  #remember(userId: string, known: Known): void {
    this.#known.delete(userId);
    this.#known.set(userId, known);
    if (this.#known.size > remembered) this.#known.delete(this.#known.keys().next().value as string);
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
