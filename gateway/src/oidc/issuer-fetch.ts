import { answerRefused, issuerAway, issuerUnusable } from './oidc.errors.js';
import { isSafe } from './oidc-settings.js';

const maxBytes = 256 * 1024;
const withoutBody = new Set([204, 205, 304]);

/** Calls an issuer: only over TLS or on this machine, never redirected, and never more than 256 KiB of an answer. */
export async function issuerFetch(url: string, options: object): Promise<Response> {
  if (!isSafe(new URL(url))) throw issuerUnusable('an address without TLS');
  const answer = await fetch(url, { ...options, redirect: 'manual' }).catch((error: unknown) => {
    throw issuerAway(error);
  });
  const { status, headers } = answer;
  const body = withoutBody.has(status) ? null : await bodyOf(answer);
  // What is passed on is not compressed any more.
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return new Response(body, { status, headers: kept });
}

async function bodyOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).byteLength;
    if (size > maxBytes) throw answerRefused('its size');
  }
  return new Uint8Array(Buffer.concat(parts));
}
