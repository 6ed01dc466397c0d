import {
  ComparisonsServiceDefinition,
  type ChangeComparisonRequest,
  type Comparison,
  type FindComparisonsRequest,
  type FindComparisonsResponse,
  type ListTagsRequest,
  type ListTagsResponse,
  isUuid,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { comparisonNotFound } from './comparisons.errors.js';
import { fromChangeRequest, fromFindRequest, toComparison } from './comparisons.mapper.js';
import { ComparisonsService } from './comparisons.service.js';

@GrpcEndpoint(ComparisonsServiceDefinition)
export class ComparisonsGrpc implements GrpcHandlers<typeof ComparisonsServiceDefinition> {
  constructor(private readonly comparisons: ComparisonsService) {}

  async findComparisons(request: FindComparisonsRequest, call: CallContext): Promise<FindComparisonsResponse> {
    const { rows, nextCursor, total } = await this.comparisons.find(call.mustHaveCaller(), fromFindRequest(request));
    return { comparisons: rows.map(toComparison), nextCursor, total };
  }

  async getComparison({ id }: { id: string }, call: CallContext): Promise<Comparison> {
    return toComparison(await this.comparisons.get(call.mustHaveCaller(), mustBeId(id)));
  }

  async listTags(_request: ListTagsRequest, call: CallContext): Promise<ListTagsResponse> {
    return { tags: await this.comparisons.listTags(call.mustHaveCaller()) };
  }

  async changeComparison(request: ChangeComparisonRequest, call: CallContext): Promise<Comparison> {
    const id = mustBeId(request.id);
    return toComparison(await this.comparisons.change(call.mustHaveCaller(), id, fromChangeRequest(request)));
  }

  async deleteComparison({ id }: { id: string }, call: CallContext) {
    return { deleted: await this.comparisons.delete(call.mustHaveCaller(), mustBeId(id)) };
  }
}

function mustBeId(id: string): string {
  if (!isUuid(id)) throw comparisonNotFound();
  return id;
}
