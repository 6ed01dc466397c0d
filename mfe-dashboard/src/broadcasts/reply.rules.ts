import type { AiServiceLabel, Generation, Media, Message, ReplyStatus, SendResult } from '@polylogue/api-contract';

/** One reply, wherever it is known from: a stream, or the stored conversation. */
export interface Reply {
  readonly aiService: string;
  readonly messageId?: string;
  readonly conversationId?: string;
  readonly broadcastId?: string | undefined;
  /** Chosen as the best reply of its broadcast. */
  readonly isPinned?: boolean;
  readonly status: ReplyStatus;
  /** Sent when the reply before it has ended. */
  readonly waiting?: boolean | undefined;
  readonly text: string;
  /** What the store had when the stream was taken up; shown until the stream has brought as much. */
  readonly storedText?: string;
  /** Pictures, sounds and films. */
  readonly media?: readonly Media[] | undefined;
  /** How far a long reply has come, from 0 to 1. */
  readonly progress?: number | undefined;
  /** Milliseconds since 1970, by this page's clock. */
  readonly startedAt: number;
  readonly firstTokenTime?: number | undefined;
  readonly responseTime?: number | undefined;
  readonly tokens?: number | undefined;
  readonly usage?: SendResult['usage'];
  readonly cost?: SendResult['cost'];
  readonly generation?: Generation | undefined;
  /** Who wrote it, where it was carried over from another service's conversation. */
  readonly author?: AiServiceLabel | undefined;
  readonly stopReason?: string | undefined;
  readonly error?: string | undefined;
  readonly errorCode?: string | undefined;
}

export const isOpen = ({ status }: Pick<Reply, 'status'>): boolean => status === 'pending' || status === 'streaming';

export const isWaiting = ({ status, waiting }: Pick<Reply, 'status' | 'waiting'>): boolean =>
  status === 'pending' && waiting === true;

/** Whether a reply is a picture, a sound or a film: nothing that could be compared or summed up. */
export const isGenerated = ({ media }: Pick<Reply, 'media'>): boolean => (media?.length ?? 0) > 0;

/** A stream that was taken up again sends the text from its start; what was visible stays visible meanwhile. */
export function visibleText({ text, storedText = '' }: Pick<Reply, 'text' | 'storedText'>): string {
  return storedText.length > text.length ? storedText : text;
}

export function replyOfMessage(aiService: string, conversationId: string, message: Message): Reply {
  return {
    aiService,
    conversationId,
    messageId: message.id,
    broadcastId: message.broadcastId,
    isPinned: message.pinned === true,
    status: message.status,
    waiting: message.waiting,
    text: message.content,
    media: message.media,
    startedAt: Date.parse(message.timestamp),
    firstTokenTime: message.firstTokenTime,
    responseTime: message.responseTime,
    tokens: message.tokens ?? message.usage?.output ?? undefined,
    usage: message.usage,
    cost: message.cost,
    generation: message.generation,
    author: message.author,
    stopReason: message.stopReason,
    error: message.error,
    errorCode: message.errorCode,
  };
}

/** A reply as it ended. Text the stream had brought stays when the answer leaves it out. */
export function endedReply(reply: Reply, result: SendResult): Reply {
  return {
    aiService: reply.aiService,
    broadcastId: reply.broadcastId,
    startedAt: reply.startedAt,
    conversationId: result.conversationId,
    messageId: result.messageId,
    status: result.status,
    text: result.content ?? visibleText(reply),
    media: result.media,
    firstTokenTime: result.firstTokenTime,
    responseTime: result.responseTime,
    tokens: result.tokens ?? result.usage?.output ?? undefined,
    usage: result.usage,
    cost: result.cost,
    generation: result.generation,
    stopReason: result.stopReason,
    error: result.error,
    errorCode: result.errorCode,
  };
}
