import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RoundRecordsServiceDefinition, type RoundRecords } from '@polylogue/proto';
import { AppError, CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';

const deadlineMs = 5_000;
const lengthsAtOnce = 5_000;

/** Who replied to a round, how, how fast and at what cost: from the service that owns the replies, without a text of them. */
@Injectable()
export class RoundRecordsClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof RoundRecordsServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    this.#client = grpcClient(RoundRecordsServiceDefinition, { url: config.CONVERSATION_GRPC_URL, signer, deadlineMs });
  }

  /** Undefined when the user has no such round, or no longer. */
  async find(userId: string, broadcastId: string): Promise<RoundRecords | undefined> {
    try {
      return await this.#client.getRoundRecords({ userId, broadcastId }, this.#actingFor(userId));
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return undefined;
      throw error;
    }
  }

  /** The conversations of the user's comparisons that have a tag. */
  async tagged(userId: string, tag: string): Promise<string[]> {
    return (await this.#client.listTaggedConversations({ userId, tag }, this.#actingFor(userId))).conversationIds;
  }

  /** How many characters replies have, by the ids of their messages. */
  async lengths(userId: string, messageIds: readonly string[]): Promise<Map<string, number>> {
    const known = new Map<string, number>();
    for (let start = 0; start < messageIds.length; start += lengthsAtOnce) {
      const wanted = { userId, messageIds: messageIds.slice(start, start + lengthsAtOnce) };
      const { lengths } = await this.#client.listReplyLengths(wanted, this.#actingFor(userId));
      for (const { messageId, characters } of lengths) known.set(messageId, characters);
    }
    return known;
  }

  #actingFor(userId: string) {
    return { callerToken: this.signer.actingFor({ userId, isApproved: true }) };
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
