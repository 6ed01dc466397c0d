import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DispatchServiceDefinition, type ChatMessage, type DispatchEvent } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import { v4 as uuid } from 'uuid';
import type { QualityConfig } from '../config.js';

/** The way to the judges. Leaving a stream cancels the provider's socket. */
@Injectable()
export class DispatchClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof DispatchServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) private readonly config: QualityConfig,
  ) {
    this.#client = grpcClient(DispatchServiceDefinition, { url: config.AI_DISPATCH_GRPC_URL, signer });
  }

  /** Asks one judge for a user who is not there, as coolly as it can; by schema where its provider knows how. */
  ask(
    userId: string,
    aiService: string,
    { messages, answerSchema }: { messages: ChatMessage[]; answerSchema: string },
    signal: AbortSignal,
  ): AsyncIterable<DispatchEvent> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    const deadlineMs = this.config.QUALITY_CALL_SECONDS * 1000;
    const request = { callId: uuid(), aiService, messages, answerSchema, temperature: 0 };
    return this.#client.dispatch(request, { signal, callerToken, deadlineMs });
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
