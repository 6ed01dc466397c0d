import { AgreementMapsServiceDefinition, claimMark } from '@polylogue/proto';
import type {
  CreateAgreementMapRequest,
  EstimateAgreementMapRequest,
  ListAgreementMapsRequest,
  ListMapsOfConversationsRequest,
  MarkClaimRequest,
  StageAgreementMapsRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toAgreementMap } from './agreement-map.mapper.js';
import { AgreementMapsService } from './agreement-maps.service.js';
import { invalidMap } from './agreement.errors.js';
import { DefaultExtractorService } from './default-extractor.service.js';
import { ImportedMapsService } from './imported-maps.service.js';
import { MapEstimatesService } from './map-estimates.service.js';

@GrpcEndpoint(AgreementMapsServiceDefinition)
export class AgreementMapsGrpc implements GrpcHandlers<typeof AgreementMapsServiceDefinition> {
  constructor(
    private readonly maps: AgreementMapsService,
    private readonly estimates: MapEstimatesService,
    private readonly imported: ImportedMapsService,
    private readonly defaultExtractor: DefaultExtractorService,
  ) {}

  async createAgreementMap(request: CreateAgreementMapRequest, call: CallContext) {
    const messageIds = request.messageIds.map((id) => id.toLowerCase());
    return toAgreementMap(await this.maps.create(call.mustHaveCaller(), { ...request, messageIds }));
  }

  async estimateAgreementMap({ messageIds, extractor }: EstimateAgreementMapRequest, call: CallContext) {
    const request = { messageIds: messageIds.map((id) => id.toLowerCase()), extractor };
    return { estimate: await this.estimates.estimate(call.mustHaveCaller(), request) };
  }

  getDefaultExtractor(_none: object, call: CallContext) {
    call.mustHaveCaller();
    return this.defaultExtractor.get();
  }

  async getAgreementMap({ id }: { id: string }, call: CallContext) {
    return toAgreementMap(await this.maps.get(call.mustHaveCaller(), id));
  }

  async listAgreementMaps({ broadcastId }: ListAgreementMapsRequest, call: CallContext) {
    return { maps: (await this.maps.list(call.mustHaveCaller(), broadcastId)).map(toAgreementMap) };
  }

  async *listMapsOfConversations({ conversationIds }: ListMapsOfConversationsRequest, call: CallContext) {
    for await (const maps of this.maps.ofConversations(call.mustHaveCaller(), conversationIds)) {
      yield { maps: maps.map(toAgreementMap) };
    }
  }

  async stageAgreementMaps(request: StageAgreementMapsRequest, call: CallContext) {
    await this.imported.stage(call.mustHaveCaller(), request);
    return {};
  }

  async cancelAgreementMap({ id }: { id: string }, call: CallContext) {
    return { cancelled: await this.maps.cancel(call.mustHaveCaller(), id) };
  }

  async deleteAgreementMap({ id }: { id: string }, call: CallContext) {
    await this.maps.delete(call.mustHaveCaller(), id);
    return {};
  }

  async markClaim({ id, claim, mark }: MarkClaimRequest, call: CallContext) {
    return toAgreementMap(await this.maps.mark(call.mustHaveCaller(), id, claim, markOf(mark)));
  }
}

function markOf(mark: MarkClaimRequest['mark']) {
  if (mark === undefined) return undefined;
  try {
    return claimMark.toWord(mark);
  } catch {
    throw invalidMap([{ path: 'mark', message: 'A mark is settled, wrong or important.' }]);
  }
}
