import { EstimatesServiceDefinition, type CallEstimate, type PlannedCall } from '@polylogue/proto';
import { grpcClient, type CallerSigner, type GrpcClient } from '@polylogue/service-kit';

const deadlineMs = 5_000;

/** What calls would cost, by the service that makes them. It is sent how long the messages are, never the messages. */
export class EstimatesClient {
  readonly #client: GrpcClient<typeof EstimatesServiceDefinition>;

  /** `url`: ai-dispatch's gRPC address. */
  constructor(url: string, signer: CallerSigner) {
    this.#client = grpcClient(EstimatesServiceDefinition, { url, signer, deadlineMs });
  }

  /** For the caller of the request under way. Throws `not_found` for a service that is not offered. */
  async estimate(call: PlannedCall): Promise<CallEstimate | undefined> {
    return (await this.#client.estimateCalls({ calls: [call] })).estimates[0];
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
