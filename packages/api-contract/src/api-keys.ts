import { z } from 'zod';
import { keyScopes } from './key-scopes.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { id, inputTime, time } from './scalars.js';

const scopes = z.array(z.enum(keyScopes));

export const apiKey = z
  .object({
    id,
    name: z.string(),
    prefix: z.string().meta({ description: 'How the key begins, to recognize it by.' }),
    scopes,
    createdAt: time,
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
    lastUsedAddress: z.string().nullable().meta({ description: 'The network address of its last use.' }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

export const createdApiKey = z
  .object({
    apiKey,
    key: z.string().meta({ description: 'The key itself. It is answered this once and never again.' }),
  })
  .meta({ id: 'CreatedApiKey' });

export const listApiKeys = route({
  method: 'GET',
  path: '/api/account/keys',
  summary: "One's API keys, newest first; never the keys themselves.",
  access: 'signed-in',
  answer: z.array(apiKey),
});

export const createApiKey = route({
  method: 'POST',
  path: '/api/account/keys',
  summary: `Makes an API key, sent as Authorization: Bearer. At most ${limits.apiKeys.perUser} per user.`,
  access: 'signed-in',
  body: z
    .object({
      name: z
        .string('Give the key a name.')
        .trim()
        .min(1, 'Give the key a name.')
        .max(limits.apiKeys.name, `A name has at most ${limits.apiKeys.name} characters.`),
      scopes: scopes
        .min(1, 'Allow the key at least one thing.')
        .refine((names) => new Set(names).size === names.length, 'Name each scope once.'),
      expiresAt: inputTime('Write when the key expires, such as 2026-12-31T00:00:00Z.')
        .refine((written) => Date.parse(written) > Date.now(), 'Choose a time that is still to come.')
        .nullable()
        .optional(),
    })
    .meta({ id: 'CreateApiKey' }),
  answer: createdApiKey,
  status: 201,
  serverOwned: ['id', 'userId', 'prefix', 'hash', 'lastUsedAt'],
});

export const revokeApiKey = route({
  method: 'DELETE',
  path: '/api/account/keys/{id}',
  summary: 'Revokes an API key. Calls with it are refused within a second, its streams closed within five.',
  access: 'signed-in',
  status: 204,
});

export const listUserApiKeys = route({
  method: 'GET',
  path: '/api/admin/users/{id}/keys',
  summary: "A user's API keys, newest first.",
  access: 'admin',
  answer: z.array(apiKey),
});

export const revokeUserApiKey = route({
  method: 'DELETE',
  path: '/api/admin/keys/{id}',
  summary: 'Revokes an API key of any user.',
  access: 'admin',
  status: 204,
});
