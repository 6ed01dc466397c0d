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

/** The last event of a stream that could not go on. */
export const streamError = errorAnswer
  .extend({
    status: z.number().int().meta({ description: 'The status that an answer not begun yet would have had.' }),
    retryAfter: z.number().optional().meta({ description: 'Seconds after which to try again.' }),
  })
  .meta({ id: 'StreamError', description: 'Ends a stream in place of done; a broadcast that was accepted goes on.' });

export type StreamError = z.infer<typeof streamError>;
export type Issue = z.infer<typeof issue>;
export type ErrorAnswer = z.infer<typeof errorAnswer>;
