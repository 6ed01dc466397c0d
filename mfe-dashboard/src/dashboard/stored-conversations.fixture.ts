import type { AiService, Conversation, Message, SendResult } from '@polylogue/api-contract';

/** A stream as far as what is stored of it goes. */
interface Streamed {
  message: string;
  broadcastId: string;
  /** How its replies ended. */
  results: readonly SendResult[];
}

const timestamp = '2025-07-10T10:00:00.000Z';

/** What the server has stored of streams that have ended, as it lists it: a conversation per service. */
export function storedConversations(services: readonly AiService[], streams: readonly Streamed[]): Conversation[] {
  return services.flatMap(({ name, displayName, color }) => {
    const replies = streams.flatMap((stream) =>
      stream.results.filter(({ aiService }) => aiService === name).map((result) => ({ stream, result })),
    );
    const [first] = replies;
    if (!first) return [];
    const messages = replies.flatMap(({ stream, result }) => turnOf(stream, result));
    const about = { title: 'T', createdAt: timestamp, updatedAt: timestamp };
    return [{ id: first.result.conversationId, aiService: { name, displayName, color }, messages, ...about }];
  });
}

function turnOf({ message, broadcastId }: Streamed, { messageId, content = '', ...reply }: SendResult): Message[] {
  const known = { timestamp, broadcastId };
  return [
    { ...known, id: messageId.replace('-7000-', '-7001-'), role: 'user', content: message, status: 'completed' },
    { ...reply, ...known, id: messageId, role: 'assistant', content },
  ];
}
