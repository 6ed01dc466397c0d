import { WatchServiceDefinition, type GetTimelineRequest } from '@polylogue/proto';
import { Database, GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { watchedQueryNotFound } from './watch.errors.js';
import { toTimeline } from './watch.mapper.js';
import { WatchReportsRepository } from './watch-reports.repository.js';

const maxRuns = 30;

@GrpcEndpoint(WatchServiceDefinition)
export class WatchGrpc implements GrpcHandlers<typeof WatchServiceDefinition> {
  constructor(
    private readonly database: Database,
    private readonly reports: WatchReportsRepository,
  ) {}

  async getTimeline({ savedQueryId }: GetTimelineRequest, call: CallContext) {
    const { userId } = call.mustHaveCaller();
    const runs = await this.database.asUser(userId, (tx) => this.reports.timeline(tx, userId, savedQueryId, maxRuns));
    if (!runs) throw watchedQueryNotFound();
    return toTimeline(runs);
  }
}
