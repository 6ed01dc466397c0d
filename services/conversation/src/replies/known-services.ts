import { Inject, Injectable } from '@nestjs/common';
import { CatalogClient, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';

const freshMs = 10_000;
// No message waits for the question whether anything changed meanwhile; a service that was removed says so itself.
const usableMs = 60_000;

/** Which AI services there are, asked for again every ten seconds, and remembered while ai-dispatch is away. */
@Injectable()
export class KnownServices {
  #known: { names: ReadonlySet<string>; answeredAt: number } | undefined;
  #call: Promise<ReadonlySet<string> | undefined> | undefined;

  constructor(
    private readonly catalog: CatalogClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The names that no service has. None while ai-dispatch has been away since this process began: the message is saved
   * then, and each panel says what is the matter.
   */
  async findUnknown(names: readonly string[]): Promise<string[]> {
    const missing = (known: ReadonlySet<string> | undefined) => names.filter((name) => known && !known.has(name));
    const age = this.#known ? Date.now() - this.#known.answeredAt : Infinity;
    if (age > usableMs) return missing(await this.#refresh());
    if (age > freshMs) void this.#refresh();
    const unknown = missing(this.#known?.names);
    // A service that was added a moment ago is worth a question.
    return unknown.length > 0 ? missing(await this.#refresh()) : unknown;
  }

  #refresh(): Promise<ReadonlySet<string> | undefined> {
    return (this.#call ??= this.#list().finally(() => (this.#call = undefined)));
  }

  async #list(): Promise<ReadonlySet<string> | undefined> {
    try {
      const services = await this.catalog.list();
      this.#known = { names: new Set(services.map(({ name }) => name)), answeredAt: Date.now() };
    } catch (error) {
      this.logger.warn({ err: error }, 'listing the AI services failed');
    }
    return this.#known?.names;
  }
}
