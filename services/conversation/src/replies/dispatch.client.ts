import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DispatchServiceDefinition, type DispatchEvent, type DispatchRequest } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';

/** The way to ai-dispatch for replies. Leaving a stream cancels the provider's socket. */
@Injectable()
export class DispatchClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof DispatchServiceDefinition>;
  readonly #deadlineMs: number;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#deadlineMs = config.CONVERSATION_DISPATCH_SECONDS * 1000;
    this.#client = grpcClient(DispatchServiceDefinition, {
      url: config.AI_DISPATCH_GRPC_URL,
      signer,
      channels: config.CONVERSATION_DISPATCH_CHANNELS,
    });
  }

  /** `userId`: asks later for that user, apart from any request; else for whom the request is made. */
  dispatch(request: DispatchRequest, signal: AbortSignal, userId?: string): AsyncIterable<DispatchEvent> {
    const callerToken = userId === undefined ? undefined : this.signer.actingFor({ userId, isApproved: true });
    return this.#client.dispatch(request, { signal, deadlineMs: this.#deadlineMs, callerToken });
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
