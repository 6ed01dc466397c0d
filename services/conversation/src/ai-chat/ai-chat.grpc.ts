import {
  AiChatServiceDefinition,
  type CancelTurnRequest,
  type DeleteSessionRequest,
  type GetSessionRequest,
  type ListSessionsRequest,
  type SaveSessionRequest,
  type SendTurnRequest,
  type SummarizeSessionRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type Caller, type GrpcHandlers } from '@polylogue/service-kit';
import { fromSaveSession, fromSendTurn, toChatSession, toTurnEvent } from './ai-chat.mapper.js';
import { AiChatService } from './ai-chat.service.js';
import { SessionsService } from './sessions.service.js';

@GrpcEndpoint(AiChatServiceDefinition)
export class AiChatGrpc implements GrpcHandlers<typeof AiChatServiceDefinition> {
  constructor(
    private readonly aiChat: AiChatService,
    private readonly sessions: SessionsService,
  ) {}

  sendTurn(request: SendTurnRequest, call: CallContext) {
    return this.#events(call, (caller) => this.aiChat.send(caller, fromSendTurn(request)));
  }

  summarizeSession({ sessionId, aiService, idempotencyKey }: SummarizeSessionRequest, call: CallContext) {
    return this.#events(call, (caller) => this.aiChat.summarize(caller, sessionId, aiService, idempotencyKey));
  }

  async listSessions({ limit, afterId }: ListSessionsRequest, call: CallContext) {
    const sessions = await this.sessions.list(call.mustHaveCaller(), limit, afterId);
    return { sessions: sessions.map((session) => toChatSession(session)) };
  }

  async getSession({ sessionId }: GetSessionRequest, call: CallContext) {
    const { session, turns } = await this.sessions.get(call.mustHaveCaller(), sessionId);
    return toChatSession(session, turns);
  }

  async saveSession(request: SaveSessionRequest, call: CallContext) {
    const { session, turns } = await this.sessions.save(call.mustHaveCaller(), fromSaveSession(request));
    return toChatSession(session, turns);
  }

  async cancelTurn({ sessionId }: CancelTurnRequest, call: CallContext) {
    return { cancelled: await this.aiChat.cancel(call.mustHaveCaller(), sessionId) };
  }

  async deleteSession({ sessionId }: DeleteSessionRequest, call: CallContext) {
    await this.sessions.delete(call.mustHaveCaller(), sessionId);
    return {};
  }

  async *#events(call: CallContext, begin: (caller: Caller) => Promise<string>) {
    const caller = call.mustHaveCaller();
    for await (const event of this.aiChat.follow(caller.userId, await begin(caller), call.signal))
      yield toTurnEvent(event);
  }
}
