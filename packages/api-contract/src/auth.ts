import { z } from 'zod';
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
