import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CatalogServiceDefinition, Category } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import type { ServiceFacts } from '../judging/plan.rules.js';

const deadlineMs = 2_000;

/** Which AI services there are. */
@Injectable()
export class CatalogClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof CatalogServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    this.#client = grpcClient(CatalogServiceDefinition, { url: config.AI_DISPATCH_GRPC_URL, signer, deadlineMs });
  }

  async list(): Promise<ServiceFacts[]> {
    const { services } = await this.#client.listAiServices({}, { callerToken: this.signer.asService() });
    return services.map(({ name, category, demo, model }) => ({
      name,
      model,
      isText: category === Category.TEXT,
      isDemo: demo,
    }));
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
