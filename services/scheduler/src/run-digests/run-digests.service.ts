import { Injectable } from '@nestjs/common';
import type { RunDigest } from '@polylogue/proto';
import { isUuid } from '@polylogue/proto';
import { AppError, CatalogClient, Database } from '@polylogue/service-kit';
import { toProto } from './run-digest.mapper.js';
import { RunDigestsRepository } from './run-digests.repository.js';

/** Runs, as notices say them. */
@Injectable()
export class RunDigestsService {
  constructor(
    private readonly database: Database,
    private readonly digests: RunDigestsRepository,
    private readonly catalog: CatalogClient,
  ) {}

  async get(userId: string, executionId: number): Promise<RunDigest> {
    if (!isUuid(userId)) throw runNotFound();
    const found = await this.database.readAsUser(userId, (tx) => this.digests.find(tx, userId, executionId));
    if (!found) throw runNotFound();
    return toProto(found, found.changes.length > 0 ? await this.#displayNames() : new Map());
  }

  /** A notice is made all the same while display names are unavailable. */
  async #displayNames(): Promise<ReadonlyMap<string, string>> {
    const services = await this.catalog.list().catch(() => []);
    return new Map(services.map(({ name, displayName }) => [name, displayName]));
  }
}

const runNotFound = () => new AppError('not_found', 'run_not_found', 'The requested run could not be found.');
