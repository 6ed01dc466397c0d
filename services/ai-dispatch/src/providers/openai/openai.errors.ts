import { z } from 'zod';
import { openaiFault } from './openai.wire.js';

const statusOfWord: Record<string, number> = {
  insufficient_quota: 402,
  billing_hard_limit_reached: 402,
  invalid_api_key: 401,
  model_not_found: 404,
  context_length_exceeded: 400,
  invalid_request_error: 400,
  rate_limit_exceeded: 429,
  tokens: 429,
  server_error: 500,
};

/** The error in a body of its own, in the event of a response that failed by it, or by itself. */
const anyFault = z.union([
  openaiFault,
  z.object({ type: z.literal('response.failed'), response: openaiFault }).transform(({ response }) => response),
  openaiFault.shape.error.transform((error) => ({ error })),
]);

/** The HTTP status an OpenAI error stands for; its code says more than the status it comes with. */
export function statusOfOpenaiFault(payload: unknown): number | undefined {
  const { data } = anyFault.safeParse(payload);
  if (data === undefined) return undefined;
  const { code, type } = data.error;
  if (typeof code === 'number') return code;
  return statusOfWord[code ?? ''] ?? statusOfWord[type ?? ''];
}
