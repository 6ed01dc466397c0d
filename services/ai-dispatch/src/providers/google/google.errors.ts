import { googleFault } from './google.wire.js';

const statusOfWord: Record<string, number> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};

/** The HTTP status a Google error stands for. A wrong key comes as 400 and differs by its reason only. */
export function statusOfGoogleFault(payload: unknown): number | undefined {
  const whole = googleFault.safeParse(payload);
  const inner = whole.success ? whole.data : googleFault.safeParse({ error: payload }).data;
  if (inner === undefined) return undefined;
  const { code, status, details } = inner.error;
  if (details?.some(({ reason }) => reason === 'API_KEY_INVALID')) return 401;
  return statusOfWord[status ?? ''] ?? code ?? undefined;
}
