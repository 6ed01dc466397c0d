import { AppError } from '../errors/app-error.js';

/** The two roles a user can have. */
export type CallerRole = 'user' | 'admin';

/** The API key that a user's program came in with. */
export interface CallingKey {
  id: string;
  /** Millionths of a dollar that its calls of a day may cost; absent: no limit of its own. */
  dailyBudgetMicros?: number | undefined;
}

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
  /** Absent for a session, and for what a service does later. */
  apiKey?: CallingKey | undefined;
}

/** The user a call is made for, as signed by the gateway (a session) or by a service that acts for them. */
export class Caller implements CallerProps {
  readonly userId: string;
  readonly role: CallerRole;
  readonly isApproved: boolean;
  readonly issuer: string;
  readonly onBehalfOf: boolean;
  readonly isPresent: boolean;
  readonly apiKey: CallingKey | undefined;

  constructor(props: CallerProps) {
    this.userId = props.userId;
    this.role = props.role;
    this.isApproved = props.isApproved;
    this.issuer = props.issuer;
    this.onBehalfOf = props.onBehalfOf;
    this.isPresent = props.isPresent;
    this.apiKey = props.apiKey;
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
