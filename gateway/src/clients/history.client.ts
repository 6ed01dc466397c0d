import type { HistoryServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type HistoryClient = GrpcClient<typeof HistoryServiceDefinition>;
export const HistoryClient = Symbol('HistoryClient');
