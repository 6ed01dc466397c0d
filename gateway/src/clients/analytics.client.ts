import type { AnalyticsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type AnalyticsClient = GrpcClient<typeof AnalyticsServiceDefinition>;
export const AnalyticsClient = Symbol('AnalyticsClient');
