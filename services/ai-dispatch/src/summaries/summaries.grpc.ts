import { SummariesServiceDefinition, type SummarizeRepliesRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { SummariesService } from './summaries.service.js';

@GrpcEndpoint(SummariesServiceDefinition)
export class SummariesGrpc implements GrpcHandlers<typeof SummariesServiceDefinition> {
  constructor(private readonly summaries: SummariesService) {}

  summarizeReplies(request: SummarizeRepliesRequest, call: CallContext) {
    return this.summaries.summarize(call.mustHaveCaller(), request, call);
  }
}
