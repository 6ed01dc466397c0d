import { z } from 'zod';
import { limits } from './limits.js';
import { route } from './route.js';
import { aiServiceName, time } from './scalars.js';

const { answerPreset: at } = limits;

export const reasoningEffort = z.enum(['low', 'medium', 'high'], 'The reasoning effort must be low, medium or high.');

const maxTokens = `The longest answer must be between 1 and ${at.maxOutputTokens} tokens.`;

/** How a service is to answer. */
export const answerSettings = z
  .object({
    systemPrompt: z
      .string()
      .max(at.systemPrompt, `The instructions can have at most ${at.systemPrompt} characters.`)
      .optional()
      .meta({ description: 'Instructions in front of the conversation.' }),
    temperature: z
      .number()
      .min(0, 'The temperature must be between 0 and 2.')
      .max(2, 'The temperature must be between 0 and 2.')
      .optional(),
    reasoningEffort: reasoningEffort.optional(),
    maxOutputTokens: z.number().int(maxTokens).min(1, maxTokens).max(at.maxOutputTokens, maxTokens).optional(),
    webSearch: z.boolean().optional(),
  })
  .meta({ id: 'AnswerSettings', description: "What is absent is the service's own." });
export type AnswerSettings = z.infer<typeof answerSettings>;

export const answerPresetId = z.string().regex(/^[a-z0-9]{6}$/, 'This is not a valid id of a preset.');

const answerPresetBody = z
  .object({
    name: z
      .string()
      .max(at.name, `A name can have at most ${at.name} characters.`)
      .refine((name) => name.trim() !== '', 'Give the preset a name.'),
    settings: answerSettings,
    aiServices: z
      .array(aiServiceName)
      .max(limits.targets, `A preset can stand beside at most ${limits.targets} AI services.`)
      .meta({ description: 'The services that stand a second time with these settings.' }),
  })
  .meta({ id: 'AnswerPresetFields' });
export type AnswerPresetFields = z.infer<typeof answerPresetBody>;

export const answerPreset = z
  .object({
    id: answerPresetId,
    name: z.string(),
    settings: answerSettings,
    aiServices: z.array(aiServiceName),
    updatedAt: time,
  })
  .meta({
    id: 'AnswerPreset',
    description: 'A service with a preset is a variant, named `gpt..k3f9a2` where a service is named.',
  });
export type AnswerPreset = z.infer<typeof answerPreset>;

const serverOwned = ['id', 'userId', 'updatedAt'];

export const listAnswerPresets = route({
  method: 'GET',
  path: '/api/answer-presets',
  summary: 'The presets of the user, oldest first.',
  access: 'signed-in',
  answer: z.array(answerPreset),
});

export const createAnswerPreset = route({
  method: 'POST',
  path: '/api/answer-presets',
  summary: 'Keeps settings by which services answer, under a name.',
  access: 'approved',
  status: 201,
  body: answerPresetBody,
  answer: answerPreset,
  serverOwned,
});

export const changeAnswerPreset = route({
  method: 'PUT',
  path: '/api/answer-presets/{id}',
  summary: 'Replaces a preset; what was asked before keeps what it was asked with.',
  access: 'approved',
  body: answerPresetBody,
  answer: answerPreset,
  serverOwned,
});

export const deleteAnswerPreset = route({
  method: 'DELETE',
  path: '/api/answer-presets/{id}',
  summary: 'Deletes a preset. What was written by its variants stays, under their names.',
  access: 'signed-in',
  status: 204,
});
