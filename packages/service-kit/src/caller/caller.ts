import { AppError } from '../errors/app-error.js';

/** The two roles a user can have. */
export type CallerRole = 'user' | 'admin';

/** What a caller is made of. */
export interface CallerProps {
  userId: string;
  role: CallerRole;
  isApproved: boolean;
  /** The service that vouches for it. */
  issuer: string;
  /** True when a service acts for a user rather than the user's own session. */
  onBehalfOf: boolean;
  /** Whether the user's own session waits for the call; false for what a service does later. */
  isPresent: boolean;
}

/** The user a call is made for, as signed by the gateway (a session) or by a service that acts for them. */
export class Caller implements CallerProps {
  readonly userId: string;
  readonly role: CallerRole;
  readonly isApproved: boolean;
  readonly issuer: string;
  readonly onBehalfOf: boolean;
  readonly isPresent: boolean;

  constructor(props: CallerProps) {
    this.userId = props.userId;
    this.role = props.role;
    this.isApproved = props.isApproved;
    this.issuer = props.issuer;
    this.onBehalfOf = props.onBehalfOf;
    this.isPresent = props.isPresent;
  }

  /** Refuses a user who still waits for approval. */
  mustBeApproved(): void {
    if (this.isApproved) return;
    throw new AppError('forbidden', 'approval_required', 'Your account is waiting for approval by an administrator.');
  }

  /** Refuses every caller but an administrator's session. */
  mustBeAdmin(): void {
    if (this.role === 'admin') return;
    throw new AppError('forbidden', 'admin_required', 'Only administrators may do this.');
  }
}
