import type { CatalogServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type CatalogClient = GrpcClient<typeof CatalogServiceDefinition>;
export const CatalogClient = Symbol('CatalogClient');
