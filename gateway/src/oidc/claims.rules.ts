import type { AppError } from '@polylogue/service-kit';
import { hasClaim, valuesAt } from './claim-path.rules.js';
import { isOfIssuer } from './issuer-picture.rules.js';
import { answerRefused, emailMissing, emailNotVerified } from './oidc.errors.js';
import type { OidcSettings } from './oidc-settings.js';

export type Claims = Readonly<Record<string, unknown>>;
type Mapping = Pick<OidcSettings, 'roleClaim' | 'adminValues' | 'approvedValues' | 'trustEmail'>;

/** A user as an issuer describes them. */
export interface IssuedUser {
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  profileImageUrl: string | undefined;
  /** Undefined: administrators decide. */
  role: 'admin' | 'user' | undefined;
  isApproved: boolean | undefined;
}

const toleranceSeconds = 30;
const anyGroup = '*';

/** What the library leaves to us: for whom the token was made, and that it was not made tomorrow. */
export function faultOfIdToken(claims: Claims, clientId: string, nowMs: number): AppError | undefined {
  const { azp, iat, iss, sub } = claims;
  if (azp !== undefined && azp !== clientId) return answerRefused('azp');
  if (typeof iat !== 'number' || iat > nowMs / 1000 + toleranceSeconds) return answerRefused('iat');
  if (typeof sub !== 'string' || sub === '' || sub.length > 255 || sub.includes('\0')) return answerRefused('sub');
  return typeof iss === 'string' ? undefined : answerRefused('iss');
}

/** Whether the ID token leaves something out that decides who this is and what they may. */
export function needsMore(claims: Claims, { roleClaim, adminValues, approvedValues }: Mapping): boolean {
  const decides = adminValues.length > 0 || approvedValues.some((value) => value !== anyGroup);
  return claims['email'] === undefined || (decides && !hasClaim(claims, roleClaim));
}

/** The user whom checked claims describe. Throws when the e-mail is missing, or not one the issuer has verified. */
export function toIssuedUser(claims: Claims, mapping: Mapping): IssuedUser {
  const { iss, sub, email, name } = claims;
  if (typeof email !== 'string' || email.trim() === '') throw emailMissing();
  if (!isVerified(claims['email_verified'], mapping.trustEmail)) throw emailNotVerified();
  const [given = '', ...family] = textOf(name).trim().split(/\s+/);
  const picture = textOf(claims['picture']);
  return {
    issuer: iss as string,
    subject: sub as string,
    email,
    firstName: textOf(claims['given_name']) || given,
    lastName: textOf(claims['family_name']) || family.join(' '),
    profileImageUrl: picture.startsWith('https://') && isOfIssuer(picture, new URL(String(iss))) ? picture : undefined,
    ...rightsOf(claims, mapping),
  };
}

function rightsOf(claims: Claims, { roleClaim, adminValues, approvedValues }: Mapping) {
  const groups = new Set(valuesAt(claims, roleClaim));
  const has = (values: readonly string[]) => values.some((value) => groups.has(value));
  const isAdmin = adminValues.length === 0 ? undefined : has(adminValues);
  const isApproved =
    approvedValues.length === 0
      ? undefined
      : isAdmin === true || approvedValues.includes(anyGroup) || has(approvedValues);
  return { role: isAdmin === undefined ? undefined : isAdmin ? ('admin' as const) : ('user' as const), isApproved };
}

// Some issuers write it as a word. What is said to be unverified stays so, whatever the operator trusts.
function isVerified(said: unknown, trustEmail: boolean): boolean {
  return said === undefined ? trustEmail : said === true || said === 'true';
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.replace(/\p{Cc}/gu, ' ') : '';
}
