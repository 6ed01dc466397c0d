import type { BroadcastsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type BroadcastsClient = GrpcClient<typeof BroadcastsServiceDefinition>;
export const BroadcastsClient = Symbol('BroadcastsClient');
