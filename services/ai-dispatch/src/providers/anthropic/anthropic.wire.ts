import { z } from 'zod';

export const anthropicBaseUrl = 'https://api.anthropic.com/v1';
export const anthropicVersion = '2023-06-01';

/** Anthropic's error object, as a body of its own and as an `error` event inside a stream. */
export const anthropicFault = z.object({ error: z.object({ type: z.string() }) });
