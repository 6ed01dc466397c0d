import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { AppError } from '@polylogue/service-kit';
import { answerRefused, issuerAway, issuerSaidNo } from './oidc.errors.js';

const away = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

/** Turns what the library throws into a sentence. Whatever is not known to be the issuer's absence is a refusal. */
export function explain(thrown: unknown): AppError {
  const known = ours(thrown);
  if (known) return known;
  if (thrown instanceof AuthorizationResponseError) return issuerSaidNo(thrown.error);
  if (thrown instanceof ResponseBodyError) {
    return thrown.status >= 500 ? issuerAway() : answerRefused(`the token endpoint said ${wordOf(thrown.error)}`);
  }
  if (thrown instanceof ClientError) {
    const { code = '', cause } = thrown;
    if (away.has(code) || isServerFailure(cause)) return issuerAway(thrown.message);
    return answerRefused(`${code} ${claimOf(cause)}`.trim());
  }
  return answerRefused(thrown instanceof Error ? thrown.message : 'unknown');
}

function isServerFailure(cause: unknown): boolean {
  return cause instanceof Response && cause.status >= 500;
}

// What our own fetch threw, which the library wraps.
function ours(thrown: unknown): AppError | undefined {
  if (AppError.is(thrown)) return thrown;
  const { cause } = (thrown ?? {}) as { cause?: unknown };
  return AppError.is(cause) ? cause : undefined;
}

// Which claim it was; its value stays unsaid.
function claimOf(cause: unknown): string {
  const detail = (cause as { cause?: unknown } | null)?.cause;
  const claim = (detail as { claim?: unknown; attribute?: unknown } | null)?.claim;
  return typeof claim === 'string' ? wordOf(claim) : '';
}

function wordOf(text: string): string {
  return /^[\w-]{1,40}$/.test(text) ? text : 'something else';
}
