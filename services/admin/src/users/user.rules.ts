import { z } from 'zod';

export type UserRole = 'admin' | 'user';

const password = { least: 10, most: 200 };
const nameLength = 100;

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

/** What an account is made of. The gateway asks for the same; this door does not rely on it. */
export const newAccount = z.object({
  email: z
    .string()
    .transform(normalEmail)
    .pipe(z.email('Enter a valid e-mail address.').max(254, 'This e-mail address is too long.')),
  password: z
    .string()
    .min(password.least, `Use at least ${password.least} characters.`)
    .max(password.most, `Use at most ${password.most} characters.`),
  firstName: name('first'),
  lastName: name('last'),
});
export type NewAccount = z.output<typeof newAccount>;

/** Somebody has to approve the others: the first account, and the one the operator named. */
export function standingOf(email: string, isFirst: boolean, adminEmail: string | undefined) {
  const isAdmin = isFirst || (adminEmail !== undefined && email === normalEmail(adminEmail));
  return { role: (isAdmin ? 'admin' : 'user') as UserRole, isApproved: isAdmin };
}

export function isId(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
