import { CatalogServiceDefinition, type AiService, type ListAiServicesResponse } from '@polylogue/proto';
import type { CallerSigner } from '../caller/caller-signer.js';
import { grpcClient, type GrpcClient } from '../grpc/grpc-client.js';

const deadlineMs = 2_000;

/** Which AI services there are, as ai-dispatch says at this moment. */
export class CatalogClient {
  readonly #client: GrpcClient<typeof CatalogServiceDefinition>;

  /** `url`: ai-dispatch's gRPC address. */
  constructor(
    url: string,
    private readonly signer: CallerSigner,
  ) {
    this.#client = grpcClient(CatalogServiceDefinition, { url, signer, deadlineMs });
  }

  /** Throws `unavailable` when ai-dispatch does not answer. */
  async list(): Promise<AiService[]> {
    return (await this.listAll()).services;
  }

  /** The same with those that are no longer offered. */
  listAll(): Promise<ListAiServicesResponse> {
    return this.#client.listAiServices({}, { callerToken: this.signer.asService() });
  }

  /** Those of these names that no service has. */
  async findUnknown(names: readonly string[]): Promise<string[]> {
    const known = new Set((await this.list()).map(({ name }) => name));
    return names.filter((name) => !known.has(name));
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
