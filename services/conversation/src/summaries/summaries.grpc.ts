import {
  RoundSummariesServiceDefinition,
  type ContinueSummaryRequest,
  type EstimateSummaryRequest,
  type ListSummariesRequest,
  type SummarizeRequest,
  type SummaryEvent,
  isUuid,
} from '@polylogue/proto';
import { GrpcEndpoint, mapStream, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { BroadcastReader } from '../broadcasts/broadcast-reader.service.js';
import { toBroadcastEvent } from '../broadcasts/broadcast.mapper.js';
import { BroadcastsService } from '../broadcasts/broadcasts.service.js';
import { summaryNotFound } from './summaries.errors.js';
import { fromEstimate, fromSummarize, toRoundSummary, toSummaryEvent } from './summaries.mapper.js';
import { SummariesService } from './summaries.service.js';
import { SummaryEstimatesService } from './summary-estimates.service.js';

@GrpcEndpoint(RoundSummariesServiceDefinition)
export class SummariesGrpc implements GrpcHandlers<typeof RoundSummariesServiceDefinition> {
  constructor(
    private readonly summaries: SummariesService,
    private readonly estimates: SummaryEstimatesService,
    private readonly broadcasts: BroadcastsService,
    private readonly reader: BroadcastReader,
  ) {}

  async *summarize(request: SummarizeRequest, call: CallContext): AsyncGenerator<SummaryEvent> {
    const caller = call.mustHaveCaller();
    const id = await this.summaries.start(caller, fromSummarize(request));
    const accepted = toRoundSummary({ ...(await this.summaries.get(caller.userId, id)), content: '', end: undefined });
    yield { event: { $case: 'accepted', accepted } };
    for await (const event of this.summaries.follow(caller.userId, id, call.signal)) yield toSummaryEvent(event);
  }

  async estimateSummary(request: EstimateSummaryRequest, call: CallContext) {
    return { estimate: await this.estimates.estimate(call.mustHaveCaller(), fromEstimate(request)) };
  }

  async listSummaries({ broadcastId }: ListSummariesRequest, call: CallContext) {
    const caller = call.mustHaveCaller();
    if (!isUuid(broadcastId)) return { summaries: [] };
    return { summaries: (await this.summaries.list(caller, broadcastId)).map(toRoundSummary) };
  }

  async cancelSummary(request: { id: string }, call: CallContext) {
    return { cancelled: await this.summaries.cancel(call.mustHaveCaller(), validId(request)) };
  }

  async deleteSummary(request: { id: string }, call: CallContext) {
    await this.summaries.delete(call.mustHaveCaller(), validId(request));
    return {};
  }

  async continueSummary(request: ContinueSummaryRequest, call: CallContext) {
    const caller = call.mustHaveCaller();
    const { message, aiServices, idempotencyKey } = request;
    const mode = aiServices.length === 1 ? ('individual' as const) : ('selective' as const);
    const input = { message, aiServices, mode, idempotencyKey };
    const broadcastId = await this.broadcasts.continueSummary(caller, validId(request), input);
    return mapStream(this.reader.follow(caller.userId, broadcastId, 0, call.signal), toBroadcastEvent);
  }
}

function validId({ id }: { id: string }): string {
  if (!isUuid(id)) throw summaryNotFound();
  return id;
}
