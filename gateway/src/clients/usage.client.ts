import type { UsageServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type UsageClient = GrpcClient<typeof UsageServiceDefinition>;
export const UsageClient = Symbol('UsageClient');
