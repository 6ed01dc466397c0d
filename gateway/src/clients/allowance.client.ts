import type { AllowanceServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type AllowanceClient = GrpcClient<typeof AllowanceServiceDefinition>;
export const AllowanceClient = Symbol('AllowanceClient');
