import {
  chatRole,
  costSource,
  replyStatus,
  turnKind,
  type ChatSession,
  type ChatSetup,
  type ChatTurn,
  type SaveSessionRequest,
  type SendTurnRequest,
  type TurnEvent,
} from '@polylogue/proto';
import type { Session, SessionInput, Setup, Turn, TurnInput, TurnStreamEvent } from './ai-chat.entity.js';
import { invalidTurn } from './ai-chat.errors.js';

export function fromSendTurn(request: SendTurnRequest): TurnInput {
  const { sessionId, aiService, message, interjection, idempotencyKey } = request;
  const history = request.history.map(({ role, content }) => ({ role: roleOf(role), content }));
  return { sessionId, aiService, message, history, interjection, idempotencyKey };
}

// Only the setup of the session makes a system prompt: a history must not bring one of its own.
function roleOf(role: SendTurnRequest['history'][number]['role']): 'user' | 'assistant' {
  try {
    const word = chatRole.toWord(role);
    if (word !== 'system') return word;
  } catch {
    // Answered below.
  }
  throw invalidTurn([{ path: 'conversationHistory', message: 'A role is user or assistant.' }]);
}

export function fromSaveSession(request: SaveSessionRequest): SessionInput {
  const { sessionId, opening, setup, endReason, endNote } = request;
  return { sessionId, opening, setup, endReason, endNote };
}

export function toTurnEvent(event: TurnStreamEvent): TurnEvent {
  return event.kind === 'delta'
    ? { event: { $case: 'delta', delta: { text: event.text } } }
    : { event: { $case: 'done', done: toChatTurn(event.item) } };
}

export function toChatTurn({ end, kind, ...turn }: Turn): ChatTurn {
  const { status = turn.content === '' ? 'pending' : 'streaming', cost, responseTimeMs, firstTokenMs } = end ?? {};
  return {
    id: turn.id,
    sessionId: turn.sessionId,
    kind: turnKind.fromWord(kind),
    aiService: turn.aiService,
    message: turn.message,
    interjection: turn.interjection,
    content: turn.content,
    createdAt: turn.createdAt,
    status: replyStatus.fromWord(status),
    error: end?.error,
    errorCode: end?.errorCode,
    responseTimeMs: whole(responseTimeMs),
    firstTokenMs: whole(firstTokenMs),
    usage: end?.usage,
    generation: end?.generation,
    stopReason: end?.stopReason,
    cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
  };
}

export function toChatSession(session: Session, turns: readonly Turn[] = []): ChatSession {
  return { ...session, setup: toSetup(session.setup), turns: turns.map(toChatTurn) };
}

function toSetup({ sides, turnLimit, costLimit, moderator }: Setup): ChatSetup {
  const named = sides.map(({ aiService, name, color, role }) => ({ aiService, name, color, role }));
  return { sides: named, turnLimit, costLimit, moderator };
}

const whole = (milliseconds: number | undefined) => (milliseconds === undefined ? undefined : Math.round(milliseconds));
