import { ProviderRequestsServiceDefinition, type ProviderRequest } from '@polylogue/proto';
import type { RebuildProviderRequestRequest } from '@polylogue/proto';
import { grpcClient, type CallerSigner, type GrpcClient } from '@polylogue/service-kit';

const deadlineMs = 5_000;

/** The HTTP requests by which ai-dispatch calls providers. */
export class ProviderRequestsClient {
  readonly #client: GrpcClient<typeof ProviderRequestsServiceDefinition>;

  /** `url`: ai-dispatch's gRPC address. */
  constructor(url: string, signer: CallerSigner) {
    this.#client = grpcClient(ProviderRequestsServiceDefinition, { url, signer, deadlineMs });
  }

  /** For the caller of the request under way. Throws `not_found` for a service that is not offered. */
  rebuild(request: RebuildProviderRequestRequest): Promise<ProviderRequest> {
    return this.#client.rebuildProviderRequest(request);
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
