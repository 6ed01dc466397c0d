/** What a session must remember of the OIDC issuer, to be ended there, and by it. */
export interface IssuedSession {
  issuer: string;
  subject: string;
  /** The issuer's name for its session, where it sends one. */
  sid: string | undefined;
  idToken: string | undefined;
}

/** What ended at the issuer: one of its sessions, or all sessions of a user. */
export interface EndedSession {
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
}
