import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { AppError } from '../errors/app-error.js';
import { callerNotVerified } from '../errors/grpc-errors.js';
import { Caller, type CallerRole, type CallingKey } from './caller.js';

/** Only this issuer may vouch for a session; every other one acts on behalf of. */
export const sessionIssuer = 'gateway';

/** The longest a token may live. */
export const maxTokenSeconds = 300;

/** How far the clocks of two machines may be apart: what is behind lives that much shorter, what is ahead that much longer. */
const maxSkewSeconds = 60;

/** What a token says: the issuing service, and the user when there is one. */
export interface TokenClaims {
  issuer: string;
  /** The service that may read it. Servers of the version before name none; theirs are taken until all name one. */
  audience?: string;
  /** Services to which the version before hands it on as it is; there it carries no role. */
  handedOnTo?: string[];
  /** Seconds since 1970. */
  expiresAt: number;
  user?: TokenUserClaims;
}

/** The version before passes over the key: its calls count for the user alone. */
export interface TokenUserClaims {
  userId: string;
  role: CallerRole;
  isApproved: boolean;
  onBehalfOf: boolean;
  isPresent?: boolean;
  apiKey?: CallingKey;
}

/** A verified token. */
export interface VerifiedToken {
  issuer: string;
  caller: Caller | undefined;
  expiresAt: number;
}

/** Signs claims as `base64url(json).base64url(ed25519 signature)`. */
export function signToken(claims: TokenClaims, key: KeyObject): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${body}.${sign(null, Buffer.from(body), key).toString('base64url')}`;
}

/** By what a token is verified. */
export interface TokenReader {
  publicKeys: ReadonlyMap<string, KeyObject>;
  /** The names under which this server is called. */
  audiences: ReadonlySet<string>;
}

/** Verifies a token against the issuers' public keys. Every fault gives the same `unauthenticated` error; its cause says which, for the log. */
export function verifyToken(token: string, reader: TokenReader, now = Date.now()): VerifiedToken {
  const [body, signature, ...rest] = token.split('.');
  if (!body || !signature || rest.length > 0 || token.length > 2048) throw refused('it is no token');
  const claims = readClaims(body);
  const key = reader.publicKeys.get(claims.issuer);
  if (!key || !verify(null, Buffer.from(body), key, Buffer.from(signature, 'base64url'))) {
    throw refused(key ? 'its signature is not of that issuer' : 'its issuer is unknown');
  }
  const seconds = now / 1000;
  const left = Math.round(claims.expiresAt - seconds);
  if (claims.expiresAt <= seconds) throw refused(`it expired ${-left} s ago`);
  if (claims.expiresAt > seconds + maxTokenSeconds + maxSkewSeconds)
    throw refused(`it expires in ${left} s: one of the clocks is wrong`);
  const { issuer, user, expiresAt } = claims;
  const isForUs = isFor(claims, reader);
  if (!isForUs && !claims.handedOnTo?.some((each) => reader.audiences.has(each)))
    throw refused('it is for another service');
  if (user && !user.onBehalfOf && issuer !== sessionIssuer) throw refused('its issuer may not vouch for a session');
  return { issuer, caller: user && callerOf(user, issuer, isForUs), expiresAt };
}

const isFor = ({ audience }: TokenClaims, { audiences }: TokenReader) =>
  audience === undefined || audiences.has(audience);

/** A role comes from the gateway's own call for a session: a service that acts for a user has no rights over others. */
function callerOf(user: TokenUserClaims, issuer: string, isForUs: boolean): Caller {
  const { userId, role, isApproved, onBehalfOf, isPresent = false, apiKey } = user;
  return new Caller({
    userId,
    role: isForUs && !onBehalfOf ? role : 'user',
    isApproved,
    issuer,
    onBehalfOf,
    isPresent: isPresent || !onBehalfOf,
    apiKey,
  });
}

/** Reads the `CALLER_PUBLIC_KEYS` map (issuer to base64 SPKI DER). */
export function readPublicKeys(keys: Readonly<Record<string, string>>): Map<string, KeyObject> {
  return new Map(
    Object.entries(keys).map(([issuer, key]) => [
      issuer,
      createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
    ]),
  );
}

function readClaims(body: string): TokenClaims {
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  } catch {
    throw refused('its claims are no JSON');
  }
  if (!isClaims(claims)) throw refused('its claims are not such');
  return claims;
}

function isClaims(value: unknown): value is TokenClaims {
  if (typeof value !== 'object' || value === null) return false;
  const { issuer, audience, handedOnTo, expiresAt, user } = value as TokenClaims;
  if (typeof issuer !== 'string' || typeof expiresAt !== 'number') return false;
  if (audience !== undefined && typeof audience !== 'string') return false;
  if (handedOnTo !== undefined && !Array.isArray(handedOnTo)) return false;
  if (user === undefined) return true;
  return (
    typeof user === 'object' &&
    user !== null &&
    typeof user.userId === 'string' &&
    (user.role === 'user' || user.role === 'admin') &&
    typeof user.isApproved === 'boolean' &&
    typeof user.onBehalfOf === 'boolean' &&
    (user.isPresent === undefined || typeof user.isPresent === 'boolean') &&
    (user.apiKey === undefined || isCallingKey(user.apiKey))
  );
}

function isCallingKey(value: unknown): value is CallingKey {
  if (typeof value !== 'object' || value === null) return false;
  const { id, dailyBudgetMicros } = value as CallingKey;
  return typeof id === 'string' && (dailyBudgetMicros === undefined || Number.isSafeInteger(dailyBudgetMicros));
}

function refused(cause: string): AppError {
  return new AppError('unauthenticated', callerNotVerified, 'This call does not prove who it is made for.', { cause });
}
