import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { UsersServiceDefinition } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';

const deadlineMs = 2_000;

/** Whether money may be spent for users, as admin says at this moment. */
@Injectable()
export class OwnersClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof UsersServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#client = grpcClient(UsersServiceDefinition, { url: config.ADMIN_GRPC_URL, signer, deadlineMs });
  }

  /** Those who are not approved, blocked or erased; throws `unavailable` when nobody can tell. */
  async findDenied(userIds: readonly string[]): Promise<readonly string[]> {
    const callerToken = this.signer.asService();
    return (await this.#client.listDeniedUsers({ userIds: [...userIds] }, { callerToken })).userIds;
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
