import { z } from 'zod';
import { route } from './route.js';
import { id, time } from './scalars.js';

export const adminUser = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    role: z.enum(['admin', 'user']),
    profileImageUrl: z.string().nullable(),
    isApproved: z.boolean(),
    lastLoginAt: time.nullable(),
    createdAt: time,
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUser>;

export const listUsers = route({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All users, newest first.',
  access: 'admin',
  answer: z.array(adminUser),
});

export const approveUser = route({
  method: 'POST',
  path: '/api/admin/users/{id}/approve',
  summary: 'Lets a user send messages.',
  access: 'admin',
  answer: adminUser,
});
