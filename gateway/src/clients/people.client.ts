import type { PeopleServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type PeopleClient = GrpcClient<typeof PeopleServiceDefinition>;
export const PeopleClient = Symbol('PeopleClient');
