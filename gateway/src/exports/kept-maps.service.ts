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
/** Maps of several conversations that are held at once: one with 24 replies may take some hundred kilobytes. */
const maxAtOnce = 20;

type LabelOf = (name: string) => AiServiceLabel;
type Request = { conversationIds: string[] };

/** All maps that are about a reply of any of these. */
export interface MapsOfConversations {
  conversationIds: readonly string[];
  maps: KeptMap[];
}

/** Agreement maps as they are exported, with what was made of them. */
@Injectable()
export class KeptMapsService {
  constructor(
    @InjectClient('agreementMaps') private readonly maps: ClientOf<'agreementMaps'>,
    @InjectClient('mapRecords') private readonly records: ClientOf<'mapRecords'>,
    private readonly catalog: CatalogService,
  ) {}

  /**
   * Those about a reply of these conversations, oldest first, for some of them after the other: each time for as many as have
   * few maps together, or for a single one.
   */
  async *of(conversationIds: readonly string[], signal: AbortSignal): AsyncGenerator<MapsOfConversations> {
    if (conversationIds.length === 0) return;
    const maps = await this.#of(conversationIds, signal);
    if (maps) return yield { conversationIds, maps };
    const middle = Math.ceil(conversationIds.length / 2);
    yield* this.of(conversationIds.slice(0, middle), signal);
    yield* this.of(conversationIds.slice(middle), signal);
  }

  /** Undefined where several conversations have more than are held at once. */
  async #of(conversationIds: readonly string[], signal: AbortSignal): Promise<KeptMap[] | undefined> {
    const labelOf: LabelOf = await this.catalog.labels();
    const request = { conversationIds: [...conversationIds] };
    const maps = await this.#maps(request, labelOf, signal);
    if (!maps || maps.length === 0) return maps;
    // After the maps: one that was just imported has what came with it.
    const kept = new Map(maps.map((each) => [each.map.id, each]));
    for await (const part of known(this.records.listMapRecords(request, { signal, deadlineMs }))) {
      addTo(kept, part, labelOf);
    }
    return maps;
  }

  async #maps(request: Request, labelOf: LabelOf, signal: AbortSignal): Promise<KeptMap[] | undefined> {
    const kept: KeptMap[] = [];
    const max = request.conversationIds.length > 1 ? maxAtOnce : Infinity;
    for await (const { maps } of known(this.maps.listMapsOfConversations(request, { signal, deadlineMs }))) {
      for (const map of maps) kept.push({ map: toAgreementMap(map, labelOf), answers: [], rounds: [] });
      if (kept.length > max) return undefined;
    }
    return kept;
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

/** A stream; nothing from a quality of the version before, which does not know the call. */
async function* known<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
  }
}
