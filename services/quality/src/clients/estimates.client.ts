import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { EstimatesServiceDefinition, type CallEstimate, type ChatMessage } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';

const deadlineMs = 5_000;

/** A call that would be made: to whom, for which task, and with which messages. */
export interface CallToEstimate {
  aiService: string;
  task: string;
  messages: readonly Pick<ChatMessage, 'content'>[];
}

/** What calls would cost, by the service that makes them. It is sent how long the messages are, never the messages. */
@Injectable()
export class EstimatesClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof EstimatesServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    this.#client = grpcClient(EstimatesServiceDefinition, { url: config.AI_DISPATCH_GRPC_URL, signer, deadlineMs });
  }

  /** In the order of the calls. */
  async estimate(userId: string, calls: readonly CallToEstimate[]): Promise<CallEstimate[]> {
    if (calls.length === 0) return [];
    const planned = calls.map(({ aiService, task, messages }) => ({
      aiService,
      task,
      bytes: messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
      fileBytes: 0,
    }));
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    return (await this.#client.estimateCalls({ calls: planned }, { callerToken })).estimates;
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
