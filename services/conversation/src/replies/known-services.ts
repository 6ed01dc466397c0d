import { Inject, Injectable } from '@nestjs/common';
import { CatalogClient, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';

const freshMs = 10_000;
// While a product starts, or a service does, ai-dispatch may be away for a moment.
const momentMs = 2_000;
// Up to this age names are used while they are read again: ai-dispatch refuses a service that was removed meanwhile.
const usableMs = 60_000;

/** The names of the AI services, and what they are called: read again once they are ten seconds old, and kept while ai-dispatch is away. */
@Injectable()
export class KnownServices {
  #known: { names: ReadonlySet<string>; answeredAt: number } | undefined;
  /** By name, also of those that are no longer offered. */
  #displayNames: ReadonlyMap<string, string> = new Map();
  #call: Promise<ReadonlySet<string> | undefined> | undefined;
  #isAway = false;
  #secondLook: NodeJS.Timeout | undefined;

  constructor(
    private readonly catalog: CatalogClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The names that no service has. None while the services have never been read: the message is saved then, and each
   * reply fails with the reason.
   */
  async findUnknown(names: readonly string[]): Promise<string[]> {
    const missing = (known: ReadonlySet<string> | undefined) => names.filter((name) => known && !known.has(name));
    const age = this.#known ? performance.now() - this.#known.answeredAt : Infinity;
    if (age > usableMs) return missing(await this.#refresh());
    if (age > freshMs) void this.#refresh();
    const unknown = missing(this.#known?.names);
    // It may have been added since.
    return unknown.length > 0 ? missing(await this.#refresh()) : unknown;
  }

  /** What a service is called, or was when it was offered; undefined for one that never was, as far as is known. */
  displayNameOf(name: string): string | undefined {
    return this.#displayNames.get(name);
  }

  #refresh(): Promise<ReadonlySet<string> | undefined> {
    return (this.#call ??= this.#list().finally(() => (this.#call = undefined)));
  }

  async #list(): Promise<ReadonlySet<string> | undefined> {
    try {
      const { services, formerServices } = await this.catalog.listAll();
      this.#displayNames = new Map(
        [...formerServices, ...services].map(({ name, displayName }) => [name, displayName]),
      );
      this.#known = { names: new Set(services.map(({ name }) => name)), answeredAt: performance.now() };
      this.#isAway = false;
    } catch (error) {
      this.#lookAgain(error);
    }
    return this.#known?.names;
  }

  /** A moment is not worth a warning. What lasts is said, also when no further message asks for the names. */
  #lookAgain(error: unknown): void {
    if (this.#isAway) return this.logger.warn({ err: error }, 'listing the AI services failed');
    this.#secondLook ??= setTimeout(() => {
      this.#secondLook = undefined;
      this.#isAway = true;
      void this.#refresh();
    }, momentMs).unref();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.#secondLook);
  }
}
