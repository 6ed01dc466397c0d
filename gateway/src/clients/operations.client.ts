import type { SliceName } from '@polylogue/api-contract';
import type { OperationsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type OperationsClient = GrpcClient<typeof OperationsServiceDefinition>;

/** The same door of every service. */
export type OperationsClients = ReadonlyMap<Exclude<SliceName, 'gateway'>, OperationsClient>;
export const OperationsClients = Symbol('OperationsClients');
