import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CatalogServiceDefinition } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';

const deadlineMs = 2_000;

/** Which AI services there are. Saving a query is rare enough to ask each time. */
@Injectable()
export class CatalogClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof CatalogServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: SchedulerConfig,
  ) {
    this.#client = grpcClient(CatalogServiceDefinition, { url: config.AI_DISPATCH_GRPC_URL, signer, deadlineMs });
  }

  /** The names that no service has. Throws `unavailable` when nobody can tell. */
  async findUnknown(names: readonly string[]): Promise<string[]> {
    const { services } = await this.#client.listAiServices({}, { callerToken: this.signer.asService() });
    const known = new Set(services.map(({ name }) => name));
    return names.filter((name) => !known.has(name));
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
