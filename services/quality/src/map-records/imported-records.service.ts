import { Injectable } from '@nestjs/common';
import { StageMapRecordsRequest, type StagedMapRecords, isUuid } from '@polylogue/proto';
import type { Caller, Transaction } from '@polylogue/service-kit';
import { AgreementMapsRepository } from '../agreement/agreement-maps.repository.js';
import { idHere } from '../staging/staged.rules.js';
import { StagingService } from '../staging/staging.service.js';
import { toImportedAnswer, withClaims } from './imported-answers.rules.js';
import { damaged } from './imported-records.errors.js';
import { ImportedRecordsRepository } from './imported-records.repository.js';
import { toImportedRound } from './imported-rounds.rules.js';

/** Merged answers and rounds of settling of an import: staged first, then inserted with their maps. Nothing is run again. */
@Injectable()
export class ImportedRecordsService {
  constructor(
    private readonly repository: ImportedRecordsRepository,
    private readonly maps: AgreementMapsRepository,
    private readonly staging: StagingService,
  ) {}

  async stage(caller: Caller, { importId, part, records }: StageMapRecordsRequest): Promise<void> {
    caller.mustBeApproved();
    // Validated now, so that a fault is reported while the file is still read.
    for (const each of records) toImportedRecords(caller.userId, each);
    const body = StageMapRecordsRequest.encode({ importId, part, records }).finish();
    await this.staging.stage(caller, 'records', { importId, part, body });
  }

  /** Idempotent. After the maps of these conversations. */
  async take(tx: Transaction, userId: string, importId: string, conversationIds: readonly string[]): Promise<void> {
    const came = new Set(conversationIds);
    for await (const body of this.staging.partsOf(tx, 'records', userId, importId)) {
      const { records } = StageMapRecordsRequest.decode(body);
      for (const each of records) if (came.has(each.conversationId)) await this.#takeOne(tx, userId, each);
    }
  }

  async #takeOne(tx: Transaction, userId: string, staged: StagedMapRecords): Promise<void> {
    const { mapId, answers, rounds } = toImportedRecords(userId, staged);
    const map = await this.maps.find(tx, userId, mapId);
    // Without its map, which is damaged or deleted already, there is nothing that it could prove or settle.
    if (map?.replies.length !== staged.messageIds.length) return;
    const messageIds = map.replies.map(({ messageId }) => messageId);
    for (const answer of answers) {
      await this.repository.insertAnswer(tx, userId, mapId, { ...answer, ...withClaims(answer, map.claims) });
    }
    for (const round of rounds) await this.repository.insertRound(tx, userId, mapId, round, messageIds);
  }
}

function toImportedRecords(userId: string, staged: StagedMapRecords) {
  const { mapId, conversationId, messageIds, answers, rounds } = staged;
  const areIds = [mapId, conversationId, ...messageIds].every(isUuid);
  if (!areIds || answers.some((answer) => answer.mapId !== mapId)) throw damaged();
  return {
    mapId: idHere(userId, mapId),
    answers: answers.map((answer) => toImportedAnswer(userId, answer)),
    rounds: rounds.map((round) => toImportedRound(userId, round, messageIds)),
  };
}
