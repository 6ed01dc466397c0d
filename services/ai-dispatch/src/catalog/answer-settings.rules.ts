import { contractLimits } from '@polylogue/proto';
import { z } from 'zod';
import { reasoningEfforts } from '../providers/provider.js';

const limits = contractLimits.answerPreset;
const tokensSentence = `Write a number of tokens between 1 and ${limits.maxOutputTokens}.`;
const temperatureSentence = 'Write a temperature between 0 and 2.';
const tokens = z
  .number(tokensSentence)
  .int(tokensSentence)
  .min(1, tokensSentence)
  .max(limits.maxOutputTokens, tokensSentence);

/** How a service answers where a user wants nothing else, as an operator or an administrator writes it. */
export const answerDefaults = z.strictObject({
  systemPrompt: z
    .string()
    .transform((text) => text.replaceAll('\0', '').trim() || undefined)
    .refine(
      (text = '') => text.length <= limits.systemPrompt,
      `The instructions can have at most ${limits.systemPrompt} characters.`,
    )
    .optional(),
  temperature: z.number(temperatureSentence).min(0, temperatureSentence).max(2, temperatureSentence).optional(),
  reasoningEffort: z.enum(reasoningEfforts, 'Write low, medium or high.').optional(),
  maxOutputTokens: tokens.optional(),
  webSearch: z.boolean().optional(),
});

/** What no user may exceed, as an operator or an administrator writes it. */
export const answerLimits = z.strictObject({
  maxOutputTokens: tokens.optional(),
  allowsWebSearch: z.boolean().optional(),
});
