import { z } from 'zod';
import { route } from './route.js';
import { aiServiceName, id } from './scalars.js';

/** The context a service was sent before it replied. */
export const messageContext = z
  .object({
    messageId: id.meta({ description: 'The reply.' }),
    aiService: aiServiceName,
    messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
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
