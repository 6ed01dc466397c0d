import type { UsersServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type UsersClient = GrpcClient<typeof UsersServiceDefinition>;
export const UsersClient = Symbol('UsersClient');
