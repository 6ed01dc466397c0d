import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CatalogServiceDefinition } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient, LOGGER, type GrpcClient } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';

const freshMs = 10_000;
// Nobody waits for the question whether anything changed meanwhile; a service that was removed says so itself.
const usableMs = 60_000;
const deadlineMs = 2_000;

/** Which AI services there are, asked for again every ten seconds, and remembered while ai-dispatch is away. */
@Injectable()
export class CatalogClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof CatalogServiceDefinition>;
  #known: { names: ReadonlySet<string>; answeredAt: number } | undefined;
  #asking: Promise<ReadonlySet<string> | undefined> | undefined;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: ConversationConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#client = grpcClient(CatalogServiceDefinition, { url: config.AI_DISPATCH_GRPC_URL, signer, deadlineMs });
  }

  /**
   * The names that no service has. None when nobody can tell, because ai-dispatch has been away since this process
   * began: the message is saved then, and each panel says what is the matter.
   */
  async findUnknown(names: readonly string[]): Promise<string[]> {
    const missing = (known: ReadonlySet<string> | undefined) => names.filter((name) => known && !known.has(name));
    const age = this.#known ? Date.now() - this.#known.answeredAt : Infinity;
    if (age > usableMs) return missing(await this.#ask());
    if (age > freshMs) void this.#ask();
    const unknown = missing(this.#known?.names);
    // A service that was added a moment ago is worth a question.
    return unknown.length > 0 ? missing(await this.#ask()) : unknown;
  }

  #ask(): Promise<ReadonlySet<string> | undefined> {
    return (this.#asking ??= this.#list().finally(() => (this.#asking = undefined)));
  }

  async #list(): Promise<ReadonlySet<string> | undefined> {
    try {
      const { services } = await this.#client.listAiServices({}, { callerToken: this.signer.asService() });
      this.#known = { names: new Set(services.map(({ name }) => name)), answeredAt: Date.now() };
    } catch (error) {
      this.logger.warn({ err: error }, 'the catalogue of AI services cannot be had right now');
    }
    return this.#known?.names;
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
