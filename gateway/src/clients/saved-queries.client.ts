import type { SavedQueriesServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type SavedQueriesClient = GrpcClient<typeof SavedQueriesServiceDefinition>;
export const SavedQueriesClient = Symbol('SavedQueriesClient');
