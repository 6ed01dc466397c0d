import type { PreviewsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type PreviewsClient = GrpcClient<typeof PreviewsServiceDefinition>;
export const PreviewsClient = Symbol('PreviewsClient');
