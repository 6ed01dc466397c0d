import { createHmac, timingSafeEqual } from 'node:crypto';

/** What comes with a body, by Standard Webhooks. */
export interface SignedBody {
  webhookId: string;
  /** Seconds since 1970. */
  timestamp: string;
  /** `v1,<base64>`; several with spaces between them while a secret is renewed. */
  signature: string;
  body: Buffer;
}

/** Long enough for clocks that differ and for retries; short enough that a recorded message cannot be replayed later. */
const toleranceSeconds = 5 * 60;
const idShape = /^[\x21-\x7e]{1,200}$/;

/** Why a body is not to be trusted, as a sentence; undefined when it was signed with the secret, and just now. */
export function faultOf(
  { webhookId, timestamp, signature, body }: SignedBody,
  secret: Buffer,
  now: Date,
): string | undefined {
  if (webhookId === '' || timestamp === '' || signature === '')
    return 'The headers webhook-id, webhook-timestamp and webhook-signature are required.';
  if (!idShape.test(webhookId)) return 'The webhook-id must be 1 to 200 visible ASCII characters.';
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const isNow = Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds;
  if (!isNow) return 'The webhook-timestamp must be the time of sending in seconds, at most five minutes off.';
  const wanted = signatureOf({ webhookId, timestamp, body }, secret);
  const isSigned = signature.split(' ').some((each) => isSame(each, wanted));
  return isSigned ? undefined : 'The webhook-signature is not that of this body with the secret of this webhook.';
}

/** The signature of a body by Standard Webhooks, version 1: HMAC-SHA-256 of id, time and body. */
export function signatureOf({ webhookId, timestamp, body }: Omit<SignedBody, 'signature'>, secret: Buffer): string {
  const mac = createHmac('sha256', secret).update(`${webhookId}.${timestamp}.`).update(body);
  return `v1,${mac.digest('base64')}`;
}

/** In the same time wherever they differ: how long it takes says nothing about the right signature. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
