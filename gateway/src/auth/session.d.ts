import 'express-session';
import type { KeyScope } from '@polylogue/api-contract';
import type { User as SignedInUser } from '@polylogue/proto';
import type { IssuedSession } from './issued-session.js';

declare module 'express-session' {
  interface SessionData {
    userId: string;
    /** Names the session to its owner and to admin; opens nothing. */
    publicId: string;
    startedAt: string;
    lastSeenAt: string;
    device: string;
    /** What the issuer knows this session by, when it came by one. */
    issued: IssuedSession;
  }
}

declare global {
  namespace Express {
    // What passport calls the user of a request is ours.
    // oxlint-disable-next-line typescript/no-empty-object-type
    interface User extends SignedInUser {}

    interface Request {
      /** What the API key of the request may do; absent without one. */
      keyScopes?: readonly KeyScope[];
    }

    /** What an issuer's callback brings beside the user. */
    interface AuthInfo {
      returnTo: string;
      issued: IssuedSession;
    }
  }
}
