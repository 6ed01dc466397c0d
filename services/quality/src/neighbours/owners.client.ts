import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { UsersServiceDefinition } from '@polylogue/proto';
import { AppError, CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';

const deadlineMs = 2_000;

/** Whether money may be spent for a user who is not there to ask. */
@Injectable()
export class OwnersClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof UsersServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    this.#client = grpcClient(UsersServiceDefinition, { url: config.ADMIN_GRPC_URL, signer, deadlineMs });
  }

  /** False for a user who is not approved, blocked or erased; throws `unavailable` when nobody can tell. */
  async maySpend(userId: string): Promise<boolean> {
    try {
      const user = await this.#client.getAccess({ userId }, { callerToken: this.signer.asService() });
      return user.isApproved && !user.isBlocked;
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return false;
      throw error;
    }
  }

  /** Those of these users for whom no money may be spent; throws `unavailable` when nobody can tell. */
  async findDenied(userIds: readonly string[]): Promise<readonly string[]> {
    const callerToken = this.signer.asService();
    return (await this.#client.listDeniedUsers({ userIds: [...userIds] }, { callerToken })).userIds;
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
