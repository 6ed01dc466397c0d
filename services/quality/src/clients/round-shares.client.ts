import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RoundSharesServiceDefinition, type SharedRecords } from '@polylogue/proto';
import { AppError, CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';

const deadlineMs = 5_000;

/** Rounds that their owners share, from the service that owns them. */
@Injectable()
export class RoundSharesClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof RoundSharesServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    this.#client = grpcClient(RoundSharesServiceDefinition, { url: config.CONVERSATION_GRPC_URL, signer, deadlineMs });
  }

  /** Undefined where it cannot be read, or not any more. */
  async records(voterId: string, id: string): Promise<SharedRecords | undefined> {
    const callerToken = this.signer.actingFor({ userId: voterId, isApproved: true });
    try {
      return await this.#client.getSharedRecords({ id, userId: voterId }, { callerToken });
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return undefined;
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
