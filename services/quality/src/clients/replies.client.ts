import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RepliesServiceDefinition, type ListRepliesToJudgeResponse, type ReadReply } from '@polylogue/proto';
import { AppError, CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';

const deadlineMs = 5_000;

/** Replies, from the service that owns them; of their texts nothing is kept here but quotes. */
@Injectable()
export class RepliesClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof RepliesServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    this.#client = grpcClient(RepliesServiceDefinition, { url: config.CONVERSATION_GRPC_URL, signer, deadlineMs });
  }

  /**
   * The replies to a broadcast, or one of them with the earlier turns of its thread and its sources. Undefined when the
   * user has no such broadcast, or no longer.
   */
  async find(userId: string, broadcastId: string, messageId?: string): Promise<ListRepliesToJudgeResponse | undefined> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    try {
      return await this.#client.listRepliesToJudge({ userId, broadcastId, messageId }, { callerToken });
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return undefined;
      throw error;
    }
  }

  /** Those of these replies that are the user's and have text, in the order in which they are named. */
  async read(userId: string, messageIds: readonly string[]): Promise<ReadReply[]> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    return (await this.#client.readReplies({ userId, messageIds: [...messageIds] }, { callerToken })).replies;
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
