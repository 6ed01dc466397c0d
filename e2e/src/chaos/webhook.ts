import { createHmac } from 'node:crypto';
import type { AnswerOf, renewWebhook, SavedQuery } from '@polylogue/api-contract';
import { key, queryOf, type Stage } from './stage.js';

/** A saved query that another program starts; it sends its message twice at once, under one id. */
export async function runByWebhook({ action, client, journal }: Stage<'webhook'>): Promise<void> {
  const { marker, aiServices, user } = action;
  const entry = journal.begin({ kind: 'webhook', marker, user, aiServices });
  const { id } = await client.json<SavedQuery>('POST', '/api/saved-queries', queryOf(action), key());
  const { secret } = await client.json<AnswerOf<typeof renewWebhook>>('POST', `/api/saved-queries/${id}/webhook`, {});
  const message = { variables: {} };
  // A try of its own time each: what is signed too long ago is refused.
  const sign = () => signatureOf(`msg_${marker}`, JSON.stringify(message), secret);
  const post = () => client.json('POST', `/api/webhooks/saved-queries/${id}`, message, sign);
  await Promise.all([post(), post()]);
  entry.acknowledged();
}

/** The headers of Standard Webhooks. */
function signatureOf(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
