import { Inject, Injectable } from '@nestjs/common';
import { StageAgreementMapsRequest, type StagedAgreementMap } from '@polylogue/proto';
import { AppError, CONFIG, Database, type Caller, type Transaction } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { ImportedMapsRepository } from './imported-maps.repository.js';
import { MapChanges } from './map-changes.service.js';
import { toImportedMap, withNames } from './imported-maps.rules.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Agreement maps of an import: staged first, then inserted with the conversations that were imported. A map comes along
 * with each conversation it is about, and each names the replies it holds.
 */
@Injectable()
export class ImportedMapsService {
  constructor(
    private readonly repository: ImportedMapsRepository,
    private readonly changes: MapChanges,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: QualityConfig,
  ) {}

  async stage(caller: Caller, { importId, part, maps }: StageAgreementMapsRequest): Promise<void> {
    caller.mustBeApproved();
    const { userId } = caller;
    if (!uuid.test(importId) || part < 0)
      throw new AppError('invalid', 'invalid_import', 'The import has no valid id.');
    // Validated now, so that a fault is reported while the file is still read.
    for (const each of maps) toImportedMap(userId, each);
    const body = Buffer.from(StageAgreementMapsRequest.encode({ importId, part, maps }).finish());
    await this.database.asUser(userId, async (tx) => {
      if (part === 0) await this.repository.removeOld(tx, userId);
      await this.repository.stage(tx, userId, importId, part, body);
      const maxMegabytes = this.config.QUALITY_IMPORT_MEGABYTES;
      if ((await this.repository.stagedBytes(tx, userId)) > maxMegabytes * 1024 * 1024)
        throw quotaReached(maxMegabytes);
    });
  }

  /** Idempotent. */
  async take(tx: Transaction, userId: string, importId: string, conversationIds: readonly string[]): Promise<void> {
    const came = new Set(conversationIds);
    let row = await this.repository.staged(tx, userId, importId, -1);
    for (; row; row = await this.repository.staged(tx, userId, importId, row.part)) {
      const { maps } = StageAgreementMapsRequest.decode(row.maps);
      for (const each of maps) if (came.has(each.conversationId)) await this.#takeOne(tx, userId, each);
    }
  }

  async #takeOne(tx: Transaction, userId: string, staged: StagedAgreementMap): Promise<void> {
    const map = toImportedMap(userId, staged);
    await this.repository.insert(tx, userId, map);
    const names = await this.repository.names(tx, userId, map.id);
    if (!names) return;
    const named = withNames(userId, names, staged);
    await this.repository.rename(tx, userId, map.id, named);
    await this.changes.kept(tx, { id: map.id, userId, conversationIds: named.conversationIds }, map.claims);
  }
}

const quotaReached = (megabytes: number) =>
  new AppError(
    'rate_limited',
    'import_quota_reached',
    `One account can import ${megabytes} MB of agreement maps in 24 hours, and this file goes beyond that. Nothing was imported. Export fewer conversations at a time, or try again tomorrow.`,
    { retryAfterSeconds: 24 * 60 * 60 },
  );
