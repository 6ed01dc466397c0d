import { z } from 'zod';

export const usage = z
  .object({
    input: z.number().int().nullable(),
    output: z.number().int().nullable(),
    total: z.number().int().nullable(),
    cached: z.number().int().optional().meta({ description: "Of the input: read from the provider's cache." }),
    reasoning: z.number().int().optional().meta({ description: 'Of the output: spent on reasoning.' }),
  })
  .meta({ id: 'Usage', description: 'As the provider reported it; null is unknown, never 0.' });

export const cost = z
  .object({ amount: z.number(), currency: z.string(), source: z.enum(['provider', 'estimate']) })
  .meta({ id: 'Cost' });
