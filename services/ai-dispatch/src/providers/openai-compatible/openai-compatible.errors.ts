import { z } from 'zod';
import { statusOfOpenaiFault } from '../openai/openai.errors.js';

/** Compatible servers send OpenAI's error object, or a bare sentence without a status. */
export const statusOfCompatibleFault = (payload: unknown): number | undefined => statusOfOpenaiFault(payload);

const toolRefusal = z.object({ error: z.object({ message: z.string().regex(/support tool use/i) }) });

/** Of a request with web search. OpenRouter says "not found" of a model without tools, by one of which it searches. */
export const statusOfSearchFault = (payload: unknown): number | undefined =>
  toolRefusal.safeParse(payload).success ? 422 : statusOfCompatibleFault(payload);
