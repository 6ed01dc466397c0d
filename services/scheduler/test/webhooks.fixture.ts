import type { ReceiveWebhookRequest } from '@polylogue/proto';
import { signatureOf } from '../src/webhooks/webhook-signature.rules.js';

/** What the gateway hands on of a signed POST. */
export function signed(id: number, secret: string, variables: Record<string, string> = {}, webhookId = 'msg_1') {
  const body = Buffer.from(JSON.stringify({ variables }));
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = signatureOf({ webhookId, timestamp, body }, key);
  return { savedQueryId: id, webhookId, timestamp, signature, body, variables } satisfies ReceiveWebhookRequest;
}
