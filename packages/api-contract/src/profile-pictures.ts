import { z } from 'zod';
import { route } from './route.js';

const version = z.object({
  v: z.string().max(64).optional().meta({ description: 'Another one for another picture, so that browsers keep it.' }),
});

export const getOwnPicture = route({
  method: 'GET',
  path: '/api/auth/user/picture',
  summary: 'The picture that the issuer has of the signed-in user; 404 without one.',
  access: 'signed-in',
  query: version,
});

export const getUserPicture = route({
  method: 'GET',
  path: '/api/admin/users/{id}/picture',
  summary: 'The picture that the issuer has of a user; 404 without one.',
  access: 'admin',
  query: version,
});
