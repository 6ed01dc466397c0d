import type { AnnouncementsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type AnnouncementsClient = GrpcClient<typeof AnnouncementsServiceDefinition>;
export const AnnouncementsClient = Symbol('AnnouncementsClient');
