import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AssessmentsServiceDefinition, type BroadcastScores } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';

const deadlineMs = 10_000;
const scoresDeadlineMs = 5_000;

/** Has rounds judged, by the service that judges, and reads how they were. */
@Injectable()
export class JudgingClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof AssessmentsServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: SchedulerConfig,
  ) {
    const url = config.QUALITY_GRPC_URL;
    this.#client = grpcClient(AssessmentsServiceDefinition, { url, signer, deadlineMs });
  }

  /** As if its owner asked for it: what is judged already is not judged again. */
  async request(userId: string, broadcastId: string): Promise<void> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    await this.#client.runJudging({ broadcastId }, { callerToken });
  }

  /** How the answers of runs that were kept were judged. */
  async scoresOf(userId: string, broadcastIds: readonly string[], signal: AbortSignal): Promise<BroadcastScores[]> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    const options = { callerToken, signal, deadlineMs: scoresDeadlineMs };
    return (await this.#client.getBroadcastScores({ broadcastIds: [...broadcastIds] }, options)).broadcasts;
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
