import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  ContextsServiceDefinition,
  SampleRoundsServiceDefinition,
  type ChatMessage,
  type ListSampleRoundsRequest,
  type ListSampleRoundsResponse,
} from '@polylogue/proto';
import { AppError, CallerSigner, CONFIG, grpcClient, isUnknownCall, type GrpcClient } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';

/** A hundred threads are measured for one sample. */
const deadlineMs = 15_000;

/** Past rounds, from the service that owns them, and what was sent for a reply. */
@Injectable()
export class SampleRoundsClient implements OnApplicationShutdown {
  readonly #samples: GrpcClient<typeof SampleRoundsServiceDefinition>;
  readonly #contexts: GrpcClient<typeof ContextsServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    const options = { url: config.CONVERSATION_GRPC_URL, signer, deadlineMs };
    this.#samples = grpcClient(SampleRoundsServiceDefinition, options);
    this.#contexts = grpcClient(ContextsServiceDefinition, options);
  }

  list(request: ListSampleRoundsRequest): Promise<ListSampleRoundsResponse> {
    return this.#samples.listSampleRounds(request, this.#actingFor(request.userId));
  }

  /** The rounds of exactly these replies, in their order. */
  async ofReplies(userId: string, messageIds: string[]): Promise<ListSampleRoundsResponse> {
    try {
      return await this.#samples.listSampleReplies({ userId, messageIds }, this.#actingFor(userId));
    } catch (error) {
      // A conversation of the version before.
      if (isUnknownCall(error)) throw conversationOlder();
      throw error;
    }
  }

  /** The exact messages that were sent for a reply; undefined when it is not there any more. */
  async contextOf(userId: string, messageId: string): Promise<ChatMessage[] | undefined> {
    try {
      return (await this.#contexts.getContext({ messageId }, this.#actingFor(userId))).messages;
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return undefined;
      throw error;
    }
  }

  #actingFor(userId: string) {
    return { callerToken: this.signer.actingFor({ userId, isApproved: true }) };
  }

  onApplicationShutdown(): void {
    this.#samples.close();
    this.#contexts.close();
  }
}

const conversationOlder = () =>
  new AppError(
    'unusable',
    'frozen_sets_wait',
    'An upgrade is under way, and a frozen set cannot be a sample until it is done. Try again in a few minutes, or choose other rounds.',
  );
