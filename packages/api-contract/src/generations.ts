import { z } from 'zod';
import { costRange } from './cost-range.js';

/** What a service drew on. */
export const source = z
  .object({
    url: z.string().optional().meta({ description: 'As the provider sent it; only http and https lead somewhere.' }),
    title: z.string().optional(),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof source>;

/** How a text was generated. */
export const generation = z
  .object({
    service: z
      .object({ displayName: z.string(), color: z.string() })
      .meta({ description: 'The service as it was called at that time.' }),
    model: z.string().meta({ description: 'The model that was requested, as configured.' }),
    responseModel: z.string().optional().meta({ description: "The model's id in the provider's answer." }),
    settings: z
      .object({
        systemPrompt: z.string().optional(),
        temperature: z.number().optional(),
        reasoningEffort: z.string().optional(),
        maxOutputTokens: z.number().int().optional(),
        webSearch: z.boolean().optional(),
        answerSchema: z.boolean().optional().meta({ description: 'True where the answer had to follow a schema.' }),
      })
      .meta({ description: "What was sent with the request; absent is the provider's own default." }),
    warnings: z.array(z.string()).optional().meta({ description: 'What was requested and not applied.' }),
    sources: z.array(source).optional().meta({ description: 'At most 64, each address once.' }),
    sourcesOmitted: z.number().int().optional().meta({ description: 'How many more came.' }),
    estimate: costRange.optional().meta({ description: 'What it was expected to cost when it was sent.' }),
    sawPictures: z.boolean().optional().meta({
      description:
        'Whether it was given the pictures of its question; false: their names and sizes. Absent: there were none.',
    }),
    reasoning: z.string().optional().meta({ description: 'Before the reply, and no part of it.' }),
  })
  .meta({ id: 'Generation', description: 'Kept for good with the text. Absent: not recorded.' });
export type Generation = z.infer<typeof generation>;
