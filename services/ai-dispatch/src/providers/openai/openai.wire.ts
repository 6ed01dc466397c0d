import { z } from 'zod';
import type { ProviderRequest } from '../provider.js';

export const openaiBaseUrl = 'https://api.openai.com/v1';

/** OpenAI's error object, as a body of its own and inside a stream. */
export const openaiFault = z.object({
  error: z.object({ type: z.string().nullish(), code: z.union([z.string(), z.number()]).nullish() }),
});

/** Chat completions cannot search the web. */
export const openaiExtras = ({ reasoningEffort }: Pick<ProviderRequest, 'reasoningEffort'>) =>
  reasoningEffort && { providerOptions: { openai: { reasoningEffort } } };
