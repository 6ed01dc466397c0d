import type { CatalogSettingsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type CatalogSettingsClient = GrpcClient<typeof CatalogSettingsServiceDefinition>;
export const CatalogSettingsClient = Symbol('CatalogSettingsClient');
