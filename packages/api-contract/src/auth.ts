import { z } from 'zod';
import { limits } from './limits.js';
import { route } from './route.js';
import { id } from './scalars.js';

export const currentUser = z
  .object({
    id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    role: z.enum(['admin', 'user']),
    isApproved: z.boolean(),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUser>;

export const getCurrentUser = route({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Who is signed in; 401 when nobody is.',
  access: 'signed-in',
  answer: currentUser,
});

/** Both are navigations of the whole browser. */
export const loginPath = '/api/login';
export const logoutPath = '/api/logout';

/** A password that is chosen anew. */
export const newPassword = z
  .string('Choose a new password.')
  .min(limits.password.min, `Use at least ${limits.password.min} characters.`)
  .max(limits.password.max, `Use at most ${limits.password.max} characters.`);

const email = z
  .string('Enter your e-mail address.')
  .trim()
  .toLowerCase()
  .min(1, 'Enter your e-mail address.')
  .max(limits.emailLength, `An e-mail address has at most ${limits.emailLength} characters.`)
  .pipe(z.email('Enter a valid e-mail address, such as name@example.org.'));

const name = (which: string) =>
  z
    .string(`Enter your ${which} name.`)
    .trim()
    .min(1, `Enter your ${which} name.`)
    .max(limits.nameLength, `A name has at most ${limits.nameLength} characters.`)
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'A name cannot contain control characters.');

const returnTo = z.string().optional().meta({ description: 'A path on this origin to go to afterwards.' });

export const signIn = route({
  method: 'POST',
  path: '/api/login',
  summary: 'Signs in; as a form it answers with a redirect or the page, as JSON with the user.',
  access: 'public',
  body: z
    .object({
      email,
      password: z
        .string('Enter your password.')
        .min(1, 'Enter your password.')
        .max(limits.password.max, `A password has at most ${limits.password.max} characters.`),
      returnTo,
    })
    .meta({ id: 'SignIn' }),
  answer: currentUser,
});

export const signUp = route({
  method: 'POST',
  path: '/api/signup',
  summary: 'Makes an account and signs in. The first account is admin and approved; later ones wait for approval.',
  access: 'public',
  body: z
    .object({
      email,
      password: z
        .string('Choose a password.')
        .min(limits.password.min, `Use at least ${limits.password.min} characters.`)
        .max(limits.password.max, `Use at most ${limits.password.max} characters.`),
      firstName: name('first'),
      lastName: name('last'),
      setupCode: z
        .string()
        .max(limits.setupCodeLength, 'This setup code is too long.')
        .optional()
        .meta({ description: 'For the first account, while `GET /api/config` says `needsSetupCode`.' }),
      returnTo,
    })
    .meta({ id: 'SignUp' }),
  answer: currentUser,
  status: 201,
  serverOwned: ['id', 'userId', 'role', 'isApproved', 'isBlocked', 'createdAt', 'lastLoginAt', 'passwordHash'],
});

export const resetPassword = route({
  method: 'POST',
  path: '/api/reset-password',
  summary:
    'Sets a new password by the token of a link that an administrator made, uses the link up and ends all sessions of the account.',
  access: 'public',
  body: z
    .object({ token: z.string('The link is not complete.').min(1, 'The link is not complete.').max(200), newPassword })
    .meta({ id: 'ResetPassword' }),
  status: 204,
  serverOwned: ['id', 'userId', 'role', 'isApproved', 'isBlocked'],
});
