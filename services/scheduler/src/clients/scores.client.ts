import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AssessmentsServiceDefinition, type BroadcastScores } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';

const deadlineMs = 5_000;

/** How the answers of runs that were kept were judged. */
@Injectable()
export class ScoresClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof AssessmentsServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: SchedulerConfig,
  ) {
    this.#client = grpcClient(AssessmentsServiceDefinition, { url: config.QUALITY_GRPC_URL, signer, deadlineMs });
  }

  async of(userId: string, broadcastIds: readonly string[], signal: AbortSignal): Promise<BroadcastScores[]> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    const request = { broadcastIds: [...broadcastIds] };
    return (await this.#client.getBroadcastScores(request, { callerToken, signal })).broadcasts;
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
