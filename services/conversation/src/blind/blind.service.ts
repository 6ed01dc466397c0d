import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { blindName, Category, isBlindName } from '@polylogue/proto';
import { CatalogClient, Database, type Transaction } from '@polylogue/service-kit';
import * as errors from './blind.errors.js';
import { BlindRepository, type AliasScope } from './blind.repository.js';
import { shuffled } from './shuffle.rules.js';

/** Aliases of services, and what must not be done with a round before its vote. */
@Injectable()
export class BlindService {
  constructor(
    private readonly repository: BlindRepository,
    private readonly catalog: CatalogClient,
    private readonly database: Database,
  ) {}

  /** Gives each service an alias, in an order of chance that nothing else depends on. Answers the services by alias. */
  async hide(aiServices: readonly string[], serviceOf: (name: string) => string): Promise<ReadonlyMap<string, string>> {
    if (aiServices.length < 2) throw errors.tooFewBlind();
    const services = new Map((await this.catalog.list()).map((service) => [service.name, service]));
    const others = aiServices
      .map((name) => services.get(serviceOf(name)))
      .filter((service) => service !== undefined && service.category !== Category.TEXT);
    if (others.length > 0) throw errors.notBlindable(others.map((service) => service!.displayName));
    return new Map(shuffled(aiServices, (limit) => randomInt(limit)).map((name, place) => [blindName(place), name]));
  }

  /** The services behind the aliases among these names, by alias; of a round that is revealed there are none. */
  async findServices(
    userId: string,
    names: readonly string[],
    scope: AliasScope,
  ): Promise<ReadonlyMap<string, string>> {
    const aliases = names.filter(isBlindName);
    if (aliases.length === 0) return new Map();
    const found = await this.database.asUser(userId, (tx) => this.repository.servicesOf(tx, userId, aliases, scope));
    if (found.size < aliases.length) throw errors.noLongerBlind();
    return found;
  }

  /** Refuses what would reveal which service is which: none of these conversations, messages or rounds may be blind. */
  async mustBeRevealed(userId: string, ids: readonly string[]): Promise<void> {
    await this.database.asUser(userId, (tx) => this.mustBeRevealedIn(tx, userId, ids));
  }

  /** The same within an open transaction. */
  async mustBeRevealedIn(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
    if (await this.repository.isBlind(tx, userId, ids)) throw errors.blindUntilVote();
  }
}
