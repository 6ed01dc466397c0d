import { z } from 'zod';
import { route } from './route.js';
import { aiServiceName } from './scalars.js';

export const category = z.enum(['text', 'image', 'audio', 'video']);
export type Category = z.infer<typeof category>;

/** What a preset can say. */
export const settingName = z.enum(['systemPrompt', 'temperature', 'reasoningEffort', 'maxOutputTokens', 'webSearch']);
export type SettingName = z.infer<typeof settingName>;

export const aiService = z
  .object({
    id: aiServiceName,
    name: aiServiceName,
    displayName: z.string(),
    color: z.string(),
    category,
    status: z.enum(['connected', 'error', 'unknown']).catch('unknown'),
    demo: z.boolean(),
    supports: z
      .array(settingName)
      .optional()
      .meta({ description: 'Which settings of a preset it takes; absent where that is not known.' }),
    maxOutputTokens: z
      .number()
      .optional()
      .meta({ description: 'The longest answer that administrators allow, in tokens.' }),
    maxTemperature: z
      .number()
      .optional()
      .meta({ description: 'The greatest temperature it takes; absent where that is 2 or not known.' }),
    temperatureOrEffort: z.boolean().optional().meta({
      description: 'True where it takes one of both: with a reasoning effort the temperature is left out.',
    }),
    sees: z.boolean().optional().meta({ description: 'Whether it is given pictures; absent where that is not known.' }),
    hasDefaultColor: z
      .boolean()
      .optional()
      .meta({ description: 'True where nobody chose the colour; a screen may show another hue for it.' }),
    variantOf: aiServiceName.optional().meta({ description: 'The service that a variant is made of.' }),
    former: z.boolean().optional().meta({ description: 'True for one that is not offered any more.' }),
  })
  .meta({ id: 'AiService' });
export type AiService = z.infer<typeof aiService>;

/** How a conversation or execution names its service. */
export const aiServiceLabel = z
  .object({ name: aiServiceName, displayName: z.string(), color: z.string() })
  .meta({ id: 'AiServiceLabel' });
export type AiServiceLabel = z.infer<typeof aiServiceLabel>;

export const listAiServices = route({
  method: 'GET',
  path: '/api/ai-services',
  summary:
    'The AI services on offer, in order; with former=true those no longer on offer follow, with variants=true each is followed by its variants, with both also by those of deleted presets.',
  access: 'signed-in',
  query: z.object({ former: z.enum(['true', 'false']).optional(), variants: z.enum(['true', 'false']).optional() }),
  answer: z.array(aiService),
});

export const retryAiService = route({
  method: 'POST',
  path: '/api/ai-services/{name}/retry',
  summary: 'Probes one service again (Retry Connection).',
  access: 'approved',
  answer: aiService,
});
