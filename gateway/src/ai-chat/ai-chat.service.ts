import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  AiChatExportFormat,
  AiChatSession,
  AiChatSessionSummary,
  saveAiChatSession,
  sendAiChat,
  ValidBodyOf,
} from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toSaveSessionRequest, toSendTurnRequest, toSession, toSessionSummary } from './ai-chat.mapper.js';
import { exportSession } from './export.rules.js';

const pageSize = 200;

/** Calls conversation about AI conversations; streams end with the signal, the turns behind them do not. */
@Injectable()
export class AiChatService {
  constructor(
    @InjectClient('aiChat') private readonly aiChat: ClientOf<'aiChat'>,
    private readonly catalog: CatalogService,
  ) {}

  send(body: ValidBodyOf<typeof sendAiChat>, idempotencyKey: string | undefined, signal: AbortSignal) {
    // A repeated call without a session belongs to the session it made.
    const sessionId = body.sessionId ?? idempotencyKey ?? randomUUID();
    return this.aiChat.sendTurn(toSendTurnRequest(body, sessionId, idempotencyKey), { signal });
  }

  summarize(sessionId: string, aiService: string, idempotencyKey: string | undefined, signal: AbortSignal) {
    return this.aiChat.summarizeSession({ sessionId, aiService, idempotencyKey }, { signal });
  }

  async list(limit: number): Promise<AiChatSessionSummary[]> {
    return (await this.aiChat.listSessions({ limit })).sessions.map(toSessionSummary);
  }

  /** All of them with their turns, one at a time. */
  async *all(signal: AbortSignal): AsyncGenerator<AiChatSession> {
    const labelOf = await this.catalog.labels();
    for (let afterId: string | undefined = ''; afterId !== undefined;) {
      const { sessions } = await this.aiChat.listSessions({ limit: pageSize, afterId }, { signal });
      for (const { id: sessionId } of sessions) {
        yield toSession(await this.aiChat.getSession({ sessionId }, { signal }), labelOf);
      }
      afterId = sessions.length === pageSize ? sessions.at(-1)?.id : undefined;
    }
  }

  async get(sessionId: string): Promise<AiChatSession> {
    const [session, labelOf] = await Promise.all([this.aiChat.getSession({ sessionId }), this.catalog.labels()]);
    return toSession(session, labelOf);
  }

  async save(sessionId: string, body: ValidBodyOf<typeof saveAiChatSession>): Promise<AiChatSession> {
    const [session, labelOf] = await Promise.all([
      this.aiChat.saveSession(toSaveSessionRequest(sessionId, body)),
      this.catalog.labels(),
    ]);
    return toSession(session, labelOf);
  }

  async delete(sessionId: string): Promise<void> {
    await this.aiChat.deleteSession({ sessionId });
  }

  cancel(sessionId: string) {
    return this.aiChat.cancelTurn({ sessionId });
  }

  /** What was stored, as a file. */
  async export(sessionId: string, format: AiChatExportFormat) {
    return exportSession(await this.get(sessionId), format);
  }
}
