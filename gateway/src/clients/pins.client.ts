import type { PinsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type PinsClient = GrpcClient<typeof PinsServiceDefinition>;
export const PinsClient = Symbol('PinsClient');
