import type { MessageContext } from '@polylogue/api-contract';
import { chatRole, type Context } from '@polylogue/proto';

export function toMessageContext(messageId: string, { aiService, messages }: Context): MessageContext {
  return {
    messageId,
    aiService,
    messages: messages.map(({ role, content }) => ({ role: chatRole.toWord(role), content })),
  };
}
