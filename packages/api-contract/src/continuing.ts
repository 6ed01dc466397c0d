import { z } from 'zod';
import { broadcastEvents, sendAnswer, sendMessageBody } from './messages.js';
import { route } from './route.js';
import { id } from './scalars.js';

export const continueConversation = route({
  method: 'POST',
  path: '/api/continue-conversation',
  summary:
    'A new message on top of a conversation: its own service goes on in it, others start with the same history. Same answers as send-message.',
  access: 'approved',
  keyScope: 'send',
  body: z
    .object({
      conversationId: id,
      selectedAIs: sendMessageBody.shape.selectedAIs,
      newMessage: sendMessageBody.shape.message,
    })
    .meta({ id: 'ContinueConversation' }),
  answer: sendAnswer,
  events: broadcastEvents,
  idempotent: true,
  serverOwned: ['id', 'userId', 'broadcastId', 'status', 'results'],
});
