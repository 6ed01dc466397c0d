import { contractLimits, RetentionServiceDefinition } from '@polylogue/proto';
import type { CallerSigner } from '../caller/caller-signer.js';
import { grpcClient, type GrpcClient } from '../grpc/grpc-client.js';

const deadlineMs = 2_000;

/** What is removed by the installation's rule, as admin answered it at this moment. */
export interface RetentionRule {
  /** Days after its last use. */
  keepDays: number;
  /** Also what its user starred or pinned. */
  removesStarred: boolean;
}

/** How long this installation keeps conversations. What is removed cannot be brought back: nothing is cached, and no event is believed. */
export class RetentionClient {
  readonly #client: GrpcClient<typeof RetentionServiceDefinition>;

  /** `url`: admin's gRPC address. */
  constructor(
    url: string,
    private readonly signer: CallerSigner,
  ) {
    this.#client = grpcClient(RetentionServiceDefinition, { url, signer, deadlineMs });
  }

  /** Undefined: all is kept. Throws `unavailable` when admin does not answer. */
  async rule(): Promise<RetentionRule | undefined> {
    const { keepDays, removesStarred } = await this.#client.getRetention({}, { callerToken: this.signer.asService() });
    // An answer that is no rule removes nothing.
    if (keepDays === undefined || keepDays < 1 || keepDays > contractLimits.keepDays) return undefined;
    return { keepDays, removesStarred };
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
