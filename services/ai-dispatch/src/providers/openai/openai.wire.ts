import { z } from 'zod';

export const openaiBaseUrl = 'https://api.openai.com/v1';

/** OpenAI's error object, as a body of its own and inside a stream. */
export const openaiFault = z.object({
  error: z.object({ type: z.string().nullish(), code: z.union([z.string(), z.number()]).nullish() }),
});
