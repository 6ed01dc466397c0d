import type { AiChatServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type AiChatClient = GrpcClient<typeof AiChatServiceDefinition>;
export const AiChatClient = Symbol('AiChatClient');
