import 'express-session';
import type { User as SignedInUser } from '@polylogue/proto';

declare module 'express-session' {
  interface SessionData {
    userId: string;
    /** Names the session to its owner and to admin; opens nothing. */
    publicId: string;
    startedAt: string;
    lastSeenAt: string;
    device: string;
  }
}

declare global {
  namespace Express {
    // What passport calls the user of a request is ours.
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface User extends SignedInUser {}
  }
}
