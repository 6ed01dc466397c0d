import { Injectable } from '@nestjs/common';
import { StageAgreementMapsRequest, type StagedAgreementMap } from '@polylogue/proto';
import type { Caller, Transaction } from '@polylogue/service-kit';
import { StagingService } from '../staging/staging.service.js';
import { ImportedMapsRepository } from './imported-maps.repository.js';
import { renamed, toImportedMap, withNames } from './imported-maps.rules.js';
import { MapChanges } from './map-changes.service.js';

/**
 * Agreement maps of an import: staged first, then inserted with the conversations that were imported. A map comes along
 * with each conversation it is about, and each names the replies it holds.
 */
@Injectable()
export class ImportedMapsService {
  constructor(
    private readonly repository: ImportedMapsRepository,
    private readonly changes: MapChanges,
    private readonly staging: StagingService,
  ) {}

  async stage(caller: Caller, { importId, part, maps }: StageAgreementMapsRequest): Promise<void> {
    caller.mustBeApproved();
    // Validated now, so that a fault is reported while the file is still read.
    for (const each of maps) toImportedMap(caller.userId, each);
    const body = StageAgreementMapsRequest.encode({ importId, part, maps }).finish();
    await this.staging.stage(caller, 'maps', { importId, part, body });
  }

  /** Idempotent. */
  async take(tx: Transaction, userId: string, importId: string, conversationIds: readonly string[]): Promise<void> {
    const came = new Set(conversationIds);
    for await (const body of this.staging.partsOf(tx, 'maps', userId, importId)) {
      const { maps } = StageAgreementMapsRequest.decode(body);
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
    await this.repository.renameInRounds(tx, userId, map.id, renamed(names, named));
    await this.changes.kept(tx, { id: map.id, userId, conversationIds: named.conversationIds }, map.claims);
  }
}
