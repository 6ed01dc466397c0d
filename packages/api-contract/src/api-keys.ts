import { z } from 'zod';
import { grouped } from './grouped.js';
import { keyScopes } from './key-scopes.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { aiServiceName, id, inputTime, time } from './scalars.js';

const scopes = z.array(z.enum(keyScopes));

export const apiKey = z
  .object({
    id,
    name: z.string(),
    prefix: z.string().meta({ description: 'How the key begins, to recognize it by.' }),
    scopes,
    aiServices: z
      .array(z.string())
      .nullable()
      .default(null)
      .meta({ description: 'The AI services it may use, each with its variants; null: all.' }),
    dailyBudget: z
      .number()
      .nullable()
      .default(null)
      .meta({ description: 'Dollars that its calls of a UTC day may cost; null: only the budget of its user.' }),
    today: z
      .object({ calls: z.number().int(), spent: z.number(), reserved: z.number() })
      .nullable()
      .default(null)
      .meta({ description: 'What it used of this UTC day, in dollars; null where that cannot be read at the moment.' }),
    createdAt: time,
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
    lastUsedAddress: z.string().nullable().meta({ description: 'The network address of its last use.' }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

const { apiKeys: max } = limits;
const anAmount = 'Write an amount of dollars above 0, such as 2.50.';

/** What a key may spend in a day, in dollars. */
export const dailyBudget = z
  .number(anAmount)
  .min(0.000001, anAmount)
  .max(max.dailyBudget, `A budget of a day has at most ${grouped(max.dailyBudget)} dollars.`);

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
      aiServices: z
        .array(aiServiceName)
        .min(1, 'Choose at least one AI service, or allow all of them.')
        .max(max.aiServices, `A key can be limited to at most ${max.aiServices} AI services.`)
        .refine((names) => new Set(names).size === names.length, 'Name each AI service once.')
        .nullable()
        .optional()
        .meta({ description: 'Limits the key to these AI services.' }),
      dailyBudget: dailyBudget
        .nullable()
        .optional()
        .meta({ description: 'Dollars that its calls of a UTC day may cost, within the budget of its user.' }),
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
