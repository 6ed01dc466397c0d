import type { AuditServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type AuditClient = GrpcClient<typeof AuditServiceDefinition>;
export const AuditClient = Symbol('AuditClient');
