import type { CustomFetch } from 'openid-client';
import { isSafe } from './oidc-settings.js';

const mostBytes = 256 * 1024;
const withoutBody = new Set([204, 205, 304]);

/** Asks an issuer: only over TLS or on this machine, never redirected, and never more than 256 KiB of an answer. */
export const issuerFetch: CustomFetch = async (url, options) => {
  if (!isSafe(new URL(url))) throw new TypeError('An issuer is asked over TLS only.');
  const answer = await fetch(url, { ...options, redirect: 'manual' } as RequestInit);
  const { status, headers } = answer;
  const body = withoutBody.has(status) ? null : await bodyOf(answer);
  // What is passed on is not compressed any more.
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return new Response(body, { status: status < 200 ? 502 : status, headers: kept });
};

async function bodyOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).byteLength;
    if (size > mostBytes) throw new TypeError('The answer of the issuer is too large.');
  }
  return new Uint8Array(Buffer.concat(parts));
}
