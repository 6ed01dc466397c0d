import type { Route } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { Role, type User } from '@polylogue/proto';

/** An answer of admin is used for a second; while admin is away the last one holds for a minute. */
export const accessFreshMs = 1_000;
export const accessStaleMs = 60_000;

export function signedOut(): AppError {
  return new AppError('unauthenticated', 'signed_out', 'Please sign in first.');
}

/** Refuses who may not use a route. `user` is undefined for a visitor. */
export function mustHaveAccess(access: Route['access'], user: User | undefined): void {
  if (access === 'public') return;
  if (!user) throw signedOut();
  if (user.isBlocked) throw new AppError('unauthenticated', 'account_blocked', 'This account has been blocked.');
  if (access === 'admin' && user.role !== Role.ADMIN) {
    throw new AppError('forbidden', 'admin_required', 'Only administrators may do this.');
  }
  if (access === 'approved' && !user.isApproved) {
    const sentence = 'Your account is waiting for approval by an administrator.';
    throw new AppError('forbidden', 'approval_required', sentence);
  }
}
