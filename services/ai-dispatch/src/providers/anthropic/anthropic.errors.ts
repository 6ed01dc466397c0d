import { anthropicFault } from './anthropic.wire.js';

const statusOfType: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529,
};

/** The HTTP status an Anthropic error stands for. */
export function statusOfAnthropicFault(payload: unknown): number | undefined {
  const whole = anthropicFault.safeParse(payload);
  const inner = whole.success ? whole.data : anthropicFault.safeParse({ error: payload }).data;
  return inner && statusOfType[inner.error.type];
}
