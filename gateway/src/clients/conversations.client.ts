import type { ConversationsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type ConversationsClient = GrpcClient<typeof ConversationsServiceDefinition>;
export const ConversationsClient = Symbol('ConversationsClient');
