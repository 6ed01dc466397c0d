import { createHmac } from 'node:crypto';

/** A message to a webhook as a program would send it, by Standard Webhooks; one id for each set of variables. */
export async function signedPost(address: string, secret: string, variables: object = { city: 'Rome' }) {
  const body = JSON.stringify({ variables });
  const id = `msg_${Buffer.from(body).toString('base64url')}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  return (await answer.json()) as Record<string, unknown>;
}
