import { z } from 'zod';
import { category } from './ai-services.js';
import { answerSettings } from './answer-presets.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { aiServiceName, time } from './scalars.js';

/** The protocols an AI service may speak. */
export const providerNames = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;

const maxTokens = `Write a number of tokens between 1 and ${limits.answerPreset.maxOutputTokens}.`;

/** What no user may exceed. */
const answerLimits = z
  .object({
    maxOutputTokens: z
      .number(maxTokens)
      .int(maxTokens)
      .min(1, maxTokens)
      .max(limits.answerPreset.maxOutputTokens, maxTokens)
      .optional()
      .meta({ description: 'The longest answer in tokens, whatever a preset says.' }),
    allowsWebSearch: z.boolean().optional().meta({ description: 'Absent: allowed.' }),
  })
  .meta({ id: 'AnswerLimits' });

export const configuredAiService = z
  .object({
    name: aiServiceName,
    displayName: z.string(),
    color: z.string(),
    category,
    status: z.enum(['connected', 'error', 'unknown']).catch('unknown'),
    demo: z.boolean(),
    provider: z.string(),
    model: z.string(),
    baseUrl: z.string(),
    enabled: z.boolean(),
    source: z
      .enum(['environment', 'file', 'local', 'demo', 'admin'])
      .catch('admin')
      .meta({ description: 'Who configured it: the operator (environment, file), nobody (local, demo), or an admin.' }),
    amended: z.boolean().meta({ description: 'Configured by the operator, with changes made here.' }),
    key: z
      .enum(['none', 'operator', 'stored', 'unreadable'])
      .catch('none')
      .meta({ description: 'Whose key is used; never the key, nor any part of it.' }),
    keySetAt: time.nullable(),
    preset: z.string().nullable(),
    answerDefaults: answerSettings.optional().meta({ description: 'How it answers where a user wants nothing else.' }),
    answerLimits: answerLimits.optional(),
    sees: z.boolean().optional().meta({ description: 'Whether it is given pictures.' }),
  })
  .meta({ id: 'ConfiguredAiService' });
export type ConfiguredAiService = z.infer<typeof configuredAiService>;

export const aiServicePreset = z
  .object({
    id: z.string(),
    title: z.string(),
    provider: z.string(),
    baseUrl: z.string(),
    displayName: z.string(),
    model: z.string(),
    color: z.string(),
    needsKey: z.boolean(),
  })
  .meta({ id: 'AiServicePreset' });
export type AiServicePreset = z.infer<typeof aiServicePreset>;

const fields = {
  displayName: z.string().trim().min(1, 'Write a name for people.').max(60, 'Use at most 60 characters.'),
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Write a colour such as #10A37F.'),
  category,
  provider: z.enum(providerNames),
  model: z.string().trim().min(1, 'Write the model as its vendor calls it.').max(200, 'Use at most 200 characters.'),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://.' })
    .max(500, 'Use at most 500 characters.'),
};
const answers = {
  answerDefaults: answerSettings.optional().meta({ description: 'All of them anew.' }),
  answerLimits: answerLimits.optional().meta({ description: 'All of them anew.' }),
};
const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'Write the key without spaces or line breaks.')
  .meta({ description: 'Write-only: no call answers it.' });

const serverOwned = ['id', 'status', 'source', 'demo', 'amended', 'key', 'keySetAt'];

/** What is sent to add a service. */
export const newAiService = z
  .object({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Write small letters, digits and hyphens, such as my-model.'),
    ...fields,
    ...answers,
    preset: z.string().max(40).optional(),
    apiKey: apiKey.optional(),
    enabled: z.boolean().default(true),
    sees: z.boolean().optional().meta({ description: 'Absent: as is known of its model.' }),
  })
  .meta({ id: 'NewAiService' });

/** What is sent to change one: an absent field stays. */
export const aiServiceChange = z
  .object({ ...fields, ...answers, apiKey, sees: z.boolean() })
  .partial()
  .meta({ id: 'AiServiceChange' });

export const listConfiguredAiServices = route({
  method: 'GET',
  path: '/api/admin/ai-services',
  summary: 'Every AI service, offered or not, in the order of the catalog.',
  access: 'admin',
  answer: z.array(configuredAiService),
});

export const listAiServicePresets = route({
  method: 'GET',
  path: '/api/admin/ai-service-presets',
  summary: 'Vendors and programs to begin with, and whether keys can be stored here.',
  access: 'admin',
  answer: z.object({ presets: z.array(aiServicePreset), canStoreKeys: z.boolean() }).meta({ id: 'AiServicePresets' }),
});

export const addAiService = route({
  method: 'POST',
  path: '/api/admin/ai-services',
  summary: 'Adds an AI service; 409 for a name that is taken.',
  access: 'admin',
  body: newAiService,
  answer: configuredAiService,
  status: 201,
  serverOwned,
});

export const changeAiService = route({
  method: 'PUT',
  path: '/api/admin/ai-services/{name}',
  summary: 'Changes an AI service. A new address drops the key stored for the old one, unless a key comes along.',
  access: 'admin',
  body: aiServiceChange,
  answer: configuredAiService,
  serverOwned: [...serverOwned, 'name'],
});

export const enableAiService = route({
  method: 'PUT',
  path: '/api/admin/ai-services/{name}/enabled',
  summary: 'Offers an AI service, or no longer.',
  access: 'admin',
  body: z.object({ enabled: z.boolean() }).meta({ id: 'EnableAiService' }),
  answer: configuredAiService,
});

export const orderAiServices = route({
  method: 'PUT',
  path: '/api/admin/ai-service-order',
  summary: 'Puts the AI services into this order; those left out follow.',
  access: 'admin',
  body: z.object({ names: z.array(aiServiceName).min(1).max(500) }).meta({ id: 'AiServiceOrder' }),
  answer: z.array(configuredAiService),
});

export const setAiServiceKey = route({
  method: 'PUT',
  path: '/api/admin/ai-services/{name}/key',
  summary: 'Stores the key of an AI service, encrypted.',
  access: 'admin',
  body: z.object({ apiKey }).meta({ id: 'SetAiServiceKey' }),
  answer: configuredAiService,
});

export const removeAiServiceKey = route({
  method: 'DELETE',
  path: '/api/admin/ai-services/{name}/key',
  summary: 'Removes the stored key; one that the operator configured is used again.',
  access: 'admin',
  answer: configuredAiService,
});

export const testAiService = route({
  method: 'POST',
  path: '/api/admin/ai-services/{name}/test',
  summary: 'Tries an AI service now: a free request and, where it writes text, one short sentence.',
  access: 'admin',
  answer: z
    .object({
      ok: z.boolean(),
      sentence: z.string(),
      code: z.string().nullable(),
      totalMs: z.number(),
      reply: z.string().nullable(),
      status: z.enum(['connected', 'error', 'unknown']).catch('unknown'),
    })
    .meta({ id: 'AiServiceTrial' }),
});

export const removeAiService = route({
  method: 'DELETE',
  path: '/api/admin/ai-services/{name}',
  summary: 'Removes a service that was added here; one that the operator configured loses the changes made here.',
  access: 'admin',
  status: 204,
});
