import { MapRecordsServiceDefinition } from '@polylogue/proto';
import type { ListMapRecordsRequest, ListMapRecordsResponse, StageMapRecordsRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toMergedAnswer } from '../merged-answers/merged-answer.mapper.js';
import { toSettling } from '../settling/settling.mapper.js';
import { ImportedRecordsService } from './imported-records.service.js';
import { MapRecordsService, type MapRecords } from './map-records.service.js';

@GrpcEndpoint(MapRecordsServiceDefinition)
export class MapRecordsGrpc implements GrpcHandlers<typeof MapRecordsServiceDefinition> {
  constructor(
    private readonly records: MapRecordsService,
    private readonly imported: ImportedRecordsService,
  ) {}

  async *listMapRecords({ conversationIds }: ListMapRecordsRequest, call: CallContext) {
    for await (const made of this.records.ofConversations(call.mustHaveCaller(), conversationIds)) yield* partsOf(made);
  }

  async stageMapRecords(request: StageMapRecordsRequest, call: CallContext) {
    await this.imported.stage(call.mustHaveCaller(), request);
    return {};
  }
}

/** One at a time: a version may be as long as its writer's reasoning. */
function* partsOf({ map, answers, rounds }: MapRecords): Generator<ListMapRecordsResponse> {
  if (rounds.length > 0) yield { answers: [], settlings: [toSettling(map, rounds)] };
  for (const answer of answers) yield { answers: [toMergedAnswer(answer, map.claims)], settlings: [] };
}
