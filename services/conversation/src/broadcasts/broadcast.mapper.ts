import {
  costSource,
  mode,
  replyStatus,
  type BroadcastEvent,
  type NewAttachment as ProtoAttachment,
  type Reply,
  type SendMessageRequest,
} from '@polylogue/proto';
import { normalizedSettings } from '../answer-presets/answer-settings.rules.js';
import type { NewAttachment } from '../attachments/attachment.entity.js';
import type { BroadcastStreamEvent, EndedReply } from '../live/broadcast.entity.js';
import { invalidMessage } from './broadcasts.errors.js';
import type { MessageInput } from './send-message.rules.js';

export function fromSendMessage(request: SendMessageRequest): MessageInput {
  const { message, aiServices, idempotencyKey, attachment, moreAttachments, ownComparison, queued, isBlind } = request;
  const attachments = [...(attachment ? [attachment] : []), ...(moreAttachments?.attachments ?? [])].map(
    fromAttachment,
  );
  const comparisonSettings = request.comparisonSettings && normalizedSettings(request.comparisonSettings);
  const mode = modeOf(request);
  return { message, aiServices, mode, idempotencyKey, attachments, ownComparison, queued, isBlind, comparisonSettings };
}

function fromAttachment({ attachment, text, sha256 }: ProtoAttachment): NewAttachment {
  const { name = '', size = 0, type = '', picture, pages } = attachment ?? {};
  return { name, size, type, picture, pages, text, sha256 };
}

function modeOf(request: SendMessageRequest): MessageInput['mode'] {
  try {
    return mode.toWord(request.mode);
  } catch {
    throw invalidMessage([{ path: 'mode', message: 'The mode must be broadcast, selective or individual.' }]);
  }
}

export function toBroadcastEvent(event: BroadcastStreamEvent): BroadcastEvent {
  const { id } = event;
  switch (event.kind) {
    case 'accepted': {
      const { broadcastId, targets } = event;
      return { id, event: { $case: 'accepted', accepted: { broadcastId, targets: [...targets] } } };
    }
    case 'delta': {
      const { aiService, messageId, text } = event;
      return { id, event: { $case: 'delta', delta: { aiService, messageId, text } } };
    }
    case 'progress': {
      const { aiService, messageId, fraction } = event;
      return { id: 0, event: { $case: 'progress', progress: { aiService, messageId, fraction } } };
    }
    case 'reply':
      return { id, event: { $case: 'reply', reply: toReply(event.reply) } };
    case 'done': {
      const { broadcastId, replies } = event;
      return { id, event: { $case: 'done', done: { broadcastId, replies: replies.map(toReply) } } };
    }
  }
}

export function toReply({ status, cost, media, responseTimeMs, firstTokenMs, ...reply }: EndedReply): Reply {
  return {
    ...reply,
    media: [...(media ?? [])],
    status: replyStatus.fromWord(status),
    responseTimeMs: Math.round(responseTimeMs),
    firstTokenMs: firstTokenMs === undefined ? undefined : Math.round(firstTokenMs),
    cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
  };
}
