import { z } from 'zod';

/** From what a short answer costs to what a long one does. */
export const costRange = z
  .object({ low: z.number().min(0), high: z.number().min(0), currency: z.string() })
  .meta({ id: 'CostRange', description: 'What something may cost: most replies are expected within.' });
export type CostRange = z.infer<typeof costRange>;
