import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
import type { AgreementMap } from '../agreement/agreement-map.entity.js';
import { AgreementMapsService } from '../agreement/agreement-maps.service.js';
import type { MergedAnswer } from '../merged-answers/merged-answer.entity.js';
import { MergedAnswersRepository } from '../merged-answers/merged-answers.repository.js';
import type { SettleRound } from '../settling/settling.entity.js';
import { SettlingsRepository } from '../settling/settlings.repository.js';

/** What was made of a map. */
export interface MapRecords {
  map: AgreementMap;
  /** Oldest first. */
  answers: readonly MergedAnswer[];
  rounds: readonly SettleRound[];
}

@Injectable()
export class MapRecordsService {
  constructor(
    private readonly maps: AgreementMapsService,
    private readonly answers: MergedAnswersRepository,
    private readonly settlings: SettlingsRepository,
    private readonly database: Database,
  ) {}

  /** Of the maps about any of these conversations of which something was made; a few are held at once. */
  async *ofConversations(caller: Caller, conversationIds: readonly string[]): AsyncGenerator<MapRecords> {
    for await (const maps of this.maps.ofConversations(caller, conversationIds)) {
      yield* await this.#madeOf(caller.userId, maps);
    }
  }

  async #madeOf(userId: string, maps: readonly AgreementMap[]): Promise<MapRecords[]> {
    const ids = maps.map(({ id }) => id);
    const { answers, rounds } = await this.database.asUser(userId, async (tx) => ({
      answers: await this.answers.list(tx, userId, ids),
      rounds: await this.settlings.ofMaps(tx, userId, ids),
    }));
    return maps
      .map((map) => ({
        map,
        answers: answers.filter(({ mapId }) => mapId === map.id),
        rounds: rounds.get(map.id) ?? [],
      }))
      .filter((made) => made.answers.length + made.rounds.length > 0);
  }
}
