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

/** What an account is made of. The gateway validates the same; this service does not rely on it. */
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

const issuedName = z.string().trim().max(nameLength).catch('');

/** An account that an issuer vouches for. Names may be missing; what identifies the user may not. */
export const issuedAccount = z.object({
  issuer: z.url().max(500),
  subject: z.string().min(1).max(255),
  email: newAccount.shape.email,
  firstName: issuedName,
  lastName: issuedName,
  profileImageUrl: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .optional()
    .catch(undefined),
  role: z.enum(['admin', 'user']).optional(),
  isApproved: z.boolean().optional(),
});
export type IssuedAccount = z.output<typeof issuedAccount>;

/**
 * The access of a new account. The first one approves the others. The e-mail of a local account is not verified, so it
 * makes no administrator.
 */
export function firstAccessOf(isAdmin: boolean) {
  return { role: (isAdmin ? 'admin' : 'user') as UserRole, isApproved: isAdmin };
}

/** What an issuer says of a user's access, and what was known of it. */
export interface IssuedAccess {
  email: string;
  said: { role?: UserRole | undefined; isApproved?: boolean | undefined };
  known: { role: UserRole; isApproved: boolean } | undefined;
  /** Whether there is no account yet, and only users of this machine could have come first. */
  isTrustedFirst: boolean;
  adminEmail: string | undefined;
}

/**
 * The access of a user whom an issuer vouches for at this sign-in. What the issuer decides is the issuer's to take away,
 * too; what it leaves open stays as an administrator set it. The operator's own e-mail is never locked out.
 */
export function issuedAccessOf({ email, said, known, isTrustedFirst, adminEmail }: IssuedAccess) {
  if (adminEmail !== undefined && email === normalEmail(adminEmail)) return firstAccessOf(true);
  const ours = firstAccessOf(isTrustedFirst && said.role === undefined);
  const role = said.role ?? known?.role ?? ours.role;
  // Administrators approve others: they need no approval.
  const isApproved = role === 'admin' || (said.isApproved ?? known?.isApproved ?? ours.isApproved);
  return { role, isApproved };
}

export function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
