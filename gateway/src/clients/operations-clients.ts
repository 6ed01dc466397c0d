import type { OperationsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';
import type { Upstream } from './clients.js';

/** What every service answers those who run it, by the service. */
export type OperationsClients = ReadonlyMap<Upstream, GrpcClient<typeof OperationsServiceDefinition>>;
export const OperationsClients = Symbol('OperationsClients');
