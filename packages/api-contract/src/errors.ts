import { z } from 'zod';

/** One fault of one field. `path` is dotted: `selectedAIs.0`. */
export const issue = z.object({ path: z.string(), message: z.string() }).meta({ id: 'Issue' });

/** What every error answers, with the right status. */
export const errorAnswer = z
  .object({
    error: z.string().meta({ description: 'A sentence for a person.' }),
    code: z.string().meta({ description: 'Stable snake_case.' }),
    requestId: z.string(),
    issues: z.array(issue).optional(),
  })
  .meta({ id: 'Error' });

export type Issue = z.infer<typeof issue>;
export type ErrorAnswer = z.infer<typeof errorAnswer>;
