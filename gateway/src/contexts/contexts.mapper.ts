import { getMedia, pathOf, type MessageContext, type MessageRequest } from '@polylogue/api-contract';
import { chatRole, ProviderRequest, SentBody, type Context, type SentRequest } from '@polylogue/proto';

export function toMessageContext(messageId: string, { aiService, messages }: Context): MessageContext {
  return {
    messageId,
    aiService,
    messages: messages.map(({ role, content, pictures }) => ({
      role: chatRole.toWord(role),
      content,
      pictures: pictures?.pictures.map(({ mediaId, name }) => ({ name, url: pathOf(getMedia.path, { id: mediaId }) })),
    })),
  };
}

export function toMessageRequest({ messageId, aiService, request, isAsSent }: SentRequest): MessageRequest {
  const { method, path, headers, body, digest } = request ?? ProviderRequest.fromPartial({});
  const { sha256, bytes } = digest ?? SentBody.fromPartial({});
  return { messageId, aiService, method, path, headers, body, sha256, bytes, isAsSent: isAsSent ?? null };
}
