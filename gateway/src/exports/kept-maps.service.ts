import { Injectable } from '@nestjs/common';
import type { AiServiceLabel } from '@polylogue/api-contract';
import type { ListMapRecordsResponse } from '@polylogue/proto';
import { isUnknownCall } from '@polylogue/service-kit';
import { toAgreementMap } from '../agreement-maps/agreement-maps.mapper.js';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toMergedAnswer } from '../merged-answers/merged-answers.mapper.js';
import { toSettling } from '../settlings/settlings.mapper.js';
import type { KeptMap } from './maps.rules.js';

const deadlineMs = 5_000;

type LabelOf = (name: string) => AiServiceLabel;
type Request = { conversationIds: string[] };

/** Agreement maps as they are exported, with what was made of them. */
@Injectable()
export class KeptMapsService {
  constructor(
    @InjectClient('agreementMaps') private readonly maps: ClientOf<'agreementMaps'>,
    @InjectClient('mapRecords') private readonly records: ClientOf<'mapRecords'>,
    private readonly catalog: CatalogService,
  ) {}

  /** Those about a reply of any of these conversations, oldest first. */
  async of(conversationIds: string[], signal: AbortSignal): Promise<KeptMap[]> {
    const labelOf: LabelOf = await this.catalog.labels();
    const request = { conversationIds };
    const maps = await this.#maps(request, labelOf, signal);
    if (maps.length === 0) return [];
    // After the maps: one that was just imported has what came with it.
    const records = await collected(this.records.listMapRecords(request, { signal, deadlineMs }));
    const kept = new Map(maps.map((each) => [each.map.id, each]));
    for (const part of records) addTo(kept, part, labelOf);
    return maps;
  }

  async #maps(request: Request, labelOf: LabelOf, signal: AbortSignal): Promise<KeptMap[]> {
    const parts = await collected(this.maps.listMapsOfConversations(request, { signal, deadlineMs }));
    return parts.flatMap(({ maps }) =>
      maps.map((map) => ({ map: toAgreementMap(map, labelOf), answers: [], rounds: [] })),
    );
  }
}

/** Of a map that came after the maps were listed nothing is added. */
function addTo(kept: ReadonlyMap<string, KeptMap>, part: ListMapRecordsResponse, labelOf: LabelOf): void {
  for (const answer of part.answers) kept.get(answer.mapId)?.answers.push(toMergedAnswer(answer, labelOf));
  for (const each of part.settlings) {
    const settled = kept.get(each.mapId);
    if (!settled) continue;
    const { mapId, rounds, claims } = toSettling(each, labelOf);
    settled.rounds.push(...rounds.map((round) => ({ ...round, mapId })));
    const after = new Map(claims.map((claim) => [claim.claim, claim.after]));
    const withAfter = settled.map.claims.map((claim) =>
      after.has(claim.id) ? { ...claim, agreementAfter: after.get(claim.id) } : claim,
    );
    settled.map = { ...settled.map, claims: withAfter };
  }
}

/** All of a stream; nothing from a quality of the version before, which does not know the call. */
async function collected<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  try {
    for await (const part of parts) found.push(part);
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
  }
  return found;
}
