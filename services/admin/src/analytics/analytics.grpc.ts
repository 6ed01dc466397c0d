import { AnalyticsServiceDefinition, type GetAnalyticsRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { AnalyticsService } from './analytics.service.js';

@GrpcEndpoint(AnalyticsServiceDefinition)
export class AnalyticsGrpc implements GrpcHandlers<typeof AnalyticsServiceDefinition> {
  constructor(private readonly analytics: AnalyticsService) {}

  async getAnalytics(_request: GetAnalyticsRequest, call: CallContext) {
    const { totalMessages, totalSessions, averageMs, ...figures } = await this.analytics.figures(call.mustHaveCaller());
    return {
      ...figures,
      totalMessages: Number(totalMessages),
      totalSessions: Number(totalSessions),
      averageSessionDurationMs: averageMs ?? undefined,
    };
  }
}
