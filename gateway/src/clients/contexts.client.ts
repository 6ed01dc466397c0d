import type { ContextsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type ContextsClient = GrpcClient<typeof ContextsServiceDefinition>;
export const ContextsClient = Symbol('ContextsClient');
