import { Controller, Req, Res } from '@nestjs/common';
import {
  cancelAiChat,
  deleteAiChatSession,
  exportAiChat,
  getAiChatSession,
  listAiChatSessions,
  saveAiChatSession,
  sendAiChat,
  summarizeAiChat,
  type AiChatExportFormat,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { AllowanceService } from '../allowance/allowance.service.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { AiChatService } from './ai-chat.service.js';
import { SessionId } from './session-id.js';
import { TurnAnswers } from './turn-answers.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class AiChatController {
  constructor(
    private readonly aiChat: AiChatService,
    private readonly answers: TurnAnswers,
    private readonly allowance: AllowanceService,
  ) {}

  @Serves(sendAiChat)
  async send(
    @ValidBody() body: ValidBodyOf<typeof sendAiChat>,
    @IdempotencyKey() key: string | undefined,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    await this.allowance.take(sendAiChat, key, [body.aiService], body.message);
    await this.answers.jsonOrStream(request, response, (signal) => this.aiChat.send(body, key, signal));
  }

  @Serves(summarizeAiChat)
  async summarize(
    @SessionId() id: string,
    @ValidBody() { aiService }: ValidBodyOf<typeof summarizeAiChat>,
    @IdempotencyKey() key: string | undefined,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    await this.allowance.take(summarizeAiChat, key, [aiService]);
    await this.answers.jsonOrStream(request, response, (signal) => this.aiChat.summarize(id, aiService, key, signal));
  }

  @Serves(listAiChatSessions)
  list(@ValidQuery() { limit }: { limit?: number }) {
    return this.aiChat.list(limit ?? 0);
  }

  @Serves(getAiChatSession)
  get(@SessionId() id: string) {
    return this.aiChat.get(id);
  }

  @Serves(saveAiChatSession)
  save(@SessionId() id: string, @ValidBody() body: ValidBodyOf<typeof saveAiChatSession>) {
    return this.aiChat.save(id, body);
  }

  @Serves(deleteAiChatSession)
  async delete(@SessionId() id: string) {
    await this.aiChat.delete(id);
  }

  @Serves(cancelAiChat)
  cancel(@SessionId() id: string) {
    return this.aiChat.cancel(id);
  }

  @Serves(exportAiChat)
  async export(
    @SessionId() id: string,
    @ValidQuery() { format }: { format: AiChatExportFormat },
    @Res() response: HttpResponse,
  ) {
    const { type, text } = await this.aiChat.export(id, format);
    response.attachment(`ai-chat-${id}.${format}`).type(type).send(text);
  }
}
