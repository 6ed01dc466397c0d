import type { AssessmentsServiceDefinition } from '@polylogue/proto';
import type { GrpcClient } from '@polylogue/service-kit';

export type AssessmentsClient = GrpcClient<typeof AssessmentsServiceDefinition>;
export const AssessmentsClient = Symbol('AssessmentsClient');
