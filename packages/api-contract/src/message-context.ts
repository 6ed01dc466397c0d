import { z } from 'zod';
import { route } from './route.js';
import { aiServiceName, id } from './scalars.js';

/** The context a service was sent before it replied. */
export const messageContext = z
  .object({
    messageId: id.meta({ description: 'The reply.' }),
    aiService: aiServiceName,
    messages: z.array(
      z.object({
        role: z.enum(['system', 'user', 'assistant']),
        content: z.string(),
        pictures: z
          .array(z.object({ name: z.string(), url: z.string() }))
          .optional()
          .meta({ description: 'Given to services that see, the newest ten; to others a line about each.' }),
      }),
    ),
  })
  .meta({ id: 'MessageContext' });
export type MessageContext = z.infer<typeof messageContext>;

export const getMessageContext = route({
  method: 'GET',
  path: '/api/messages/{id}/context',
  summary: 'The exact messages that were sent for a reply, oldest first.',
  access: 'signed-in',
  answer: messageContext,
});

/** The HTTP request by which a service was called for a reply. */
export const messageRequest = z
  .object({
    messageId: id.meta({ description: 'The reply.' }),
    aiService: aiServiceName,
    method: z.string(),
    path: z.string().meta({ description: "Below the service's base address." }),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .meta({ description: 'Without secrets: "[removed]" stands where the key was.' }),
    body: z.string(),
    sha256: z.string().meta({ description: 'Of this body, in hexadecimal.' }),
    bytes: z.number().int().meta({ description: 'Length of this body.' }),
    isAsSent: z.boolean().nullable().meta({
      description: 'Whether this body is byte for byte the one that was sent; null where that was not recorded.',
    }),
  })
  .meta({ id: 'MessageRequest' });
export type MessageRequest = z.infer<typeof messageRequest>;

export const getMessageRequest = route({
  method: 'GET',
  path: '/api/messages/{id}/request',
  summary: 'The HTTP request that was sent for a reply, made again from the record and compared with it.',
  access: 'signed-in',
  answer: messageRequest,
});
