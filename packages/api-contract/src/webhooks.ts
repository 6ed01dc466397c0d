import { z } from 'zod';
import { route } from './route.js';
import { givenVariables, numericId } from './saved-queries.js';
import { time } from './scalars.js';

export const webhook = z
  .object({
    isOn: z.boolean(),
    renewedAt: time.nullable().meta({ description: 'When its secret was made.' }),
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

export const getWebhook = route({
  method: 'GET',
  path: '/api/saved-queries/{id}/webhook',
  summary: 'Whether a saved query can be started by a webhook; never its secret.',
  access: 'signed-in',
  answer: webhook,
});

export const renewWebhook = route({
  method: 'POST',
  path: '/api/saved-queries/{id}/webhook',
  summary: 'Makes the webhook of a saved query, or gives it a new secret: the one before holds no more.',
  access: 'approved',
  answer: z.object({
    webhook,
    secret: z.string().meta({ description: 'whsec_…; answered this once and never again.' }),
  }),
  status: 201,
});

export const deleteWebhook = route({
  method: 'DELETE',
  path: '/api/saved-queries/{id}/webhook',
  summary: 'Switches the webhook of a saved query off; its secret holds no more.',
  access: 'signed-in',
  status: 204,
});

export const receiveWebhook = route({
  method: 'POST',
  path: '/api/webhooks/saved-queries/{id}',
  summary:
    'Runs a saved query as its owner. Signed as Standard Webhooks say, with webhook-id, webhook-timestamp and webhook-signature; the same id answers the same run.',
  access: 'public',
  body: z
    .object({
      variables: givenVariables
        .default({})
        .meta({ description: 'What stands for {{name}} in the query; each without a default must be given.' }),
    })
    .meta({ id: 'ReceiveWebhook' }),
  answer: z.object({ executionId: numericId }),
  status: 202,
});
