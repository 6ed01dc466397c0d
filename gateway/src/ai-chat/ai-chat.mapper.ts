import type {
  AiChatAnswer,
  AiChatSession,
  AiChatSessionSummary,
  AiChatSetup,
  AiChatTurn,
  AiServiceLabel,
  saveAiChatSession,
  sendAiChat,
  ValidBodyOf,
} from '@polylogue/api-contract';
import { aiChatEndReason } from '@polylogue/api-contract';
import {
  chatRole,
  replyStatus,
  turnKind,
  type ChatSession,
  type ChatSetup,
  type ChatTurn,
  type SaveSessionRequest,
  type SendTurnRequest,
  type TurnEvent,
} from '@polylogue/proto';
import { toGeneration } from '../messages/generation.mapper.js';
import { toCost, toTokens, toUsage } from '../messages/messages.mapper.js';
import { toTime } from '../http/to-time.js';

export function toSendTurnRequest(
  { aiService, message, conversationHistory = [], interjection }: ValidBodyOf<typeof sendAiChat>,
  sessionId: string,
  idempotencyKey: string | undefined,
): SendTurnRequest {
  const history = conversationHistory.map(({ role, content }) => ({ role: chatRole.fromWord(role), content }));
  return { sessionId, aiService, message, history, interjection, idempotencyKey };
}

export function toSaveSessionRequest(
  sessionId: string,
  { initialMessage = '', setup, endReason, endNote }: ValidBodyOf<typeof saveAiChatSession>,
): SaveSessionRequest {
  const sides = setup?.sides.map(({ aiService, name, color, role }) => ({ aiService, name, color, role }));
  return { sessionId, opening: initialMessage, setup: setup && { ...setup, sides: sides ?? [] }, endReason, endNote };
}

/** A turn's event as the browser reads it; undefined for a kind this version does not know. */
export function toTurnStreamEvent({ event }: TurnEvent) {
  switch (event?.$case) {
    case 'delta':
      return { event: 'delta', data: { text: event.delta.text } };
    case 'done':
      return { event: 'done', data: toAnswer(event.done) };
    default:
      return undefined;
  }
}

export function toAnswer(turn: ChatTurn): AiChatAnswer {
  const status = replyStatus.toWord(turn.status);
  if (status === 'pending' || status === 'streaming') throw new RangeError(`The turn ${turn.id} has not ended.`);
  return {
    success: status === 'completed',
    response: turn.content === '' ? undefined : turn.content,
    error: turn.error,
    errorCode: turn.errorCode,
    sessionId: turn.sessionId,
    turnId: turn.id,
    status,
    ...figuresOf(turn),
  };
}

export function toSessionSummary(session: ChatSession): AiChatSessionSummary {
  return {
    id: session.id,
    initialMessage: session.opening,
    setup: toSetup(session.setup),
    messageCount: session.replies,
    endReason: aiChatEndReason.safeParse(session.endReason).data,
    endNote: session.endNote,
    createdAt: toTime(session.createdAt),
    updatedAt: toTime(session.updatedAt),
  };
}

export function toSession(session: ChatSession, labelOf: (name: string) => AiServiceLabel): AiChatSession {
  return { ...toSessionSummary(session), turns: session.turns.map((turn) => toTurn(turn, labelOf(turn.aiService))) };
}

function toTurn(turn: ChatTurn, aiService: AiServiceLabel): AiChatTurn {
  return {
    id: turn.id,
    kind: turnKind.toWord(turn.kind),
    aiService,
    message: turn.message,
    interjection: turn.interjection,
    content: turn.content,
    status: replyStatus.toWord(turn.status),
    error: turn.error,
    errorCode: turn.errorCode,
    ...figuresOf(turn),
    timestamp: toTime(turn.createdAt),
  };
}

function figuresOf(turn: ChatTurn) {
  return {
    responseTime: turn.responseTimeMs,
    firstTokenTime: turn.firstTokenMs,
    tokens: toTokens(turn.usage),
    usage: toUsage(turn.usage),
    cost: toCost(turn.cost),
    stopReason: turn.stopReason,
    generation: toGeneration(turn.generation),
  };
}

function toSetup({ sides, turnLimit, costLimit, moderator }: ChatSetup = { sides: [] }): AiChatSetup {
  const named = sides.map(({ aiService, name, color, role }) => ({ aiService, name, color, role }));
  return { sides: named, turnLimit, costLimit, moderator };
}
