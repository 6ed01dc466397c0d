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

/** The HTTP status an OpenAI error stands for; its code says more than the status it comes with. */
export function statusOfOpenaiFault(payload: unknown): number | undefined {
  const whole = openaiFault.safeParse(payload);
  const inner = whole.success ? whole.data : openaiFault.safeParse({ error: payload }).data;
  if (inner === undefined) return undefined;
  const { code, type } = inner.error;
  if (typeof code === 'number') return code;
  return statusOfWord[code ?? ''] ?? statusOfWord[type ?? ''];
}
