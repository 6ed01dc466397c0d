import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { EstimatesServiceDefinition, type CallEstimate, type ChatMessage, type PlannedCall } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';

const deadlineMs = 5_000;
/** That ai-dispatch takes. */
const callsAtOnce = 24;

/** A call that would be made: to whom, for which task, and with which messages. */
export interface CallToEstimate {
  aiService: string;
  task: string;
  messages: readonly Pick<ChatMessage, 'content'>[];
}

/** The same where the messages are not there yet: `bytes` are certain, `fileBytes` may come or not. */
export interface SizesToEstimate {
  aiService: string;
  task: string;
  bytes: number;
  fileBytes: number;
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
  estimate(userId: string, calls: readonly CallToEstimate[]): Promise<CallEstimate[]> {
    const sizes = calls.map(({ aiService, task, messages }) => ({
      aiService,
      task,
      bytes: messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
      fileBytes: 0,
    }));
    return this.estimateSizes(userId, sizes);
  }

  /** In the order of the calls. */
  estimateSizes(userId: string, calls: readonly SizesToEstimate[]): Promise<CallEstimate[]> {
    return this.estimateCalls(userId, calls);
  }

  /** In the order of the calls, however many they are. */
  async estimateCalls(userId: string, calls: readonly PlannedCall[]): Promise<CallEstimate[]> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    const estimates: CallEstimate[] = [];
    for (let start = 0; start < calls.length; start += callsAtOnce) {
      const some = { calls: calls.slice(start, start + callsAtOnce) };
      estimates.push(...(await this.#client.estimateCalls(some, { callerToken })).estimates);
    }
    return estimates;
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
