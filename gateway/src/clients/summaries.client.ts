import type { SummariesServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type SummariesClient = GrpcClient<typeof SummariesServiceDefinition>;
export const SummariesClient = Symbol('SummariesClient');
