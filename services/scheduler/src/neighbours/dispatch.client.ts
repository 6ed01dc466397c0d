import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ChatRole, DispatchServiceDefinition, type DispatchEvent } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import { v4 as uuid } from 'uuid';
import type { SchedulerConfig } from '../config.js';

/** The way to ai-dispatch. Leaving a stream cancels the provider's socket. */
@Injectable()
export class DispatchClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof DispatchServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
  ) {
    const { AI_DISPATCH_GRPC_URL: url, SCHEDULER_DISPATCH_CHANNELS: channels } = config;
    this.#client = grpcClient(DispatchServiceDefinition, { url, signer, channels });
  }

  /** Asks one service one question for a user who is not there: no history, nothing but the question. */
  ask(userId: string, aiService: string, content: string, signal: AbortSignal): AsyncIterable<DispatchEvent> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    const request = { callId: uuid(), aiService, messages: [{ role: ChatRole.USER, content }] };
    const deadlineMs = this.config.SCHEDULER_RUN_SECONDS * 1000;
    return this.#client.dispatch(request, { signal, callerToken, deadlineMs });
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
