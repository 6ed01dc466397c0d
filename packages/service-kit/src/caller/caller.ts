import { AppError } from '../errors/app-error.js';

/** The two roles a user can have. */
export type CallerRole = 'user' | 'admin';

/** The facts a caller is made of. */
export interface CallerFacts {
  userId: string;
  role: CallerRole;
  isApproved: boolean;
  /** The service that vouches for it. */
  issuer: string;
  /** True when a service acts later for a user rather than the user's own session. */
  onBehalfOf: boolean;
}

/** The user a call is made for, as signed by the gateway (a session) or by a service (acting later). */
export class Caller implements CallerFacts {
  readonly userId: string;
  readonly role: CallerRole;
  readonly isApproved: boolean;
  readonly issuer: string;
  readonly onBehalfOf: boolean;

  constructor(facts: CallerFacts) {
    this.userId = facts.userId;
    this.role = facts.role;
    this.isApproved = facts.isApproved;
    this.issuer = facts.issuer;
    this.onBehalfOf = facts.onBehalfOf;
  }

  /** Refuses a user who still waits for approval. */
  mustBeApproved(): void {
    if (this.isApproved) return;
    throw new AppError('forbidden', 'approval_required', 'Your account is waiting for approval by an administrator.');
  }

  /** Refuses everyone whose role is not admin. */
  mustBeAdmin(): void {
    if (this.role === 'admin') return;
    throw new AppError('forbidden', 'admin_required', 'Only administrators may do this.');
  }
}
