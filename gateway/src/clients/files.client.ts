import type { FilesServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type FilesClient = GrpcClient<typeof FilesServiceDefinition>;
export const FilesClient = Symbol('FilesClient');
