import type { MediaServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type MediaClient = GrpcClient<typeof MediaServiceDefinition>;
export const MediaClient = Symbol('MediaClient');
