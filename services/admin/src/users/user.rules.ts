import { contractLimits } from '@polylogue/proto';
import { z } from 'zod';

export type UserRole = 'admin' | 'user';

const { emailLength, nameLength, password } = contractLimits;

const name = (which: string) =>
  z
    .string()
    .trim()
    .min(1, `Enter your ${which} name.`)
    .max(nameLength, `A name has at most ${nameLength} characters.`)

    .regex(/^[^\u0000-\u001f\u007f]*$/, 'A name cannot contain control characters.');

/** One address is one account: case and spaces around it do not make another. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

export const newPassword = z
  .string()
  .min(password.min, `Use at least ${password.min} characters.`)
  .max(password.max, `Use at most ${password.max} characters.`);

/** What an account is made of. The gateway asks for the same; this door does not rely on it. */
export const newAccount = z.object({
  email: z
    .string()
    .transform(normalEmail)
    .pipe(z.email('Enter a valid e-mail address.').max(emailLength, 'This e-mail address is too long.')),
  password: newPassword,
  firstName: name('first'),
  lastName: name('last'),
});
export type NewAccount = z.output<typeof newAccount>;

const word = z.string().trim().max(nameLength).catch('');

/** Somebody an issuer vouches for. Names are the issuer's; only what identifies must be there. */
export const issuedAccount = z.object({
  issuer: z.url().max(500),
  subject: z.string().min(1).max(255),
  email: newAccount.shape.email,
  firstName: word,
  lastName: word,
  profileImageUrl: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .optional()
    .catch(undefined),
  role: z.enum(['admin', 'user']).optional(),
  isApproved: z.boolean().optional(),
});
export type IssuedAccount = z.output<typeof issuedAccount>;

/** Somebody has to approve the others. Nobody verified the e-mail of a local account: it makes no administrator. */
export function standingOf(isAdmin: boolean) {
  return { role: (isAdmin ? 'admin' : 'user') as UserRole, isApproved: isAdmin };
}

/** What an issuer says of somebody's standing, and what we knew of it. */
export interface IssuedFacts {
  email: string;
  said: { role?: UserRole | undefined; isApproved?: boolean | undefined };
  known: { role: UserRole; isApproved: boolean } | undefined;
  /** Whether there is no account yet, and only users of this machine could have come first. */
  isTrustedFirst: boolean;
  adminEmail: string | undefined;
}

/**
 * Where somebody whom an issuer vouches for stands at this sign-in. What the issuer decides is the issuer's to take away,
 * too; what it leaves open stays as an administrator set it. The operator's own e-mail is never locked out.
 */
export function issuedStandingOf({ email, said, known, isTrustedFirst, adminEmail }: IssuedFacts) {
  if (adminEmail !== undefined && email === normalEmail(adminEmail)) return standingOf(true);
  const ours = standingOf(isTrustedFirst && said.role === undefined);
  const role = said.role ?? known?.role ?? ours.role;
  // Somebody who approves others needs no approval.
  const isApproved = role === 'admin' || (said.isApproved ?? known?.isApproved ?? ours.isApproved);
  return { role, isApproved };
}

export function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
