import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { FinishedRoundsServiceDefinition, type StoreRoundRequest } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';

const deadlineMs = 10_000;

/** Keeps rounds in History, by the service that owns it. */
@Injectable()
export class HistoryClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof FinishedRoundsServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: SchedulerConfig,
  ) {
    const url = config.CONVERSATION_GRPC_URL;
    this.#client = grpcClient(FinishedRoundsServiceDefinition, { url, signer, deadlineMs });
  }

  /** Idempotent by the id of the round. */
  async store(round: StoreRoundRequest): Promise<void> {
    const callerToken = this.signer.actingFor({ userId: round.userId, isApproved: true });
    await this.#client.storeRound(round, { callerToken });
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
