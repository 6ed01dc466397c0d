import { AppError, isUnknownCall } from '@polylogue/service-kit';

const awayKinds = new Set(['unavailable', 'rate_limited']);

/** Whether waiting mends it: the service is not reachable, or of the version before and does not know the call yet. */
export const isAway = (error: unknown): boolean =>
  isUnknownCall(error) || (AppError.is(error) && awayKinds.has(error.kind));

const refusals = new Set(['invalid', 'forbidden', 'not_found', 'conflict', 'unusable', 'too_large']);

/** Whether it would be refused again. */
export const isRefusal = (error: unknown): error is AppError => AppError.is(error) && refusals.has(error.kind);
