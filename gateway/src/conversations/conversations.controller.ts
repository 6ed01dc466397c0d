import { Controller, Req, Res } from '@nestjs/common';
import {
  clearDashboard,
  clearFiltered,
  continueConversation,
  deleteAllConversations,
  deleteConversation,
  getConversation,
  listConversations,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { AllowanceService } from '../allowance/allowance.service.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { PathId, ValidBody, ValidQuery } from '../http/input.js';
import { writeArray } from '../http/json-array.js';
import { writeJson } from '../http/json-pieces.js';
import { Serves } from '../http/serves.js';
import { BroadcastAnswers } from '../messages/broadcast-answers.js';
import { ConversationsService } from './conversations.service.js';
import type { ListQuery } from './history.mapper.js';
import { HistoryService } from './history.service.js';
import { listHeaders } from './list-headers.rules.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly history: HistoryService,
    private readonly answers: BroadcastAnswers,
    private readonly allowance: AllowanceService,
  ) {}

  @Serves(listConversations)
  async list(@ValidQuery() query: ListQuery, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { includeAll = false, ...options } = query;
    // All of the dashboard, or all there is: nothing to find, and no page to count.
    if (Object.keys(options).length === 0) {
      return writeArray(response, (signal) => this.conversations.list(includeAll, signal));
    }
    const onHead = (head: Parameters<typeof listHeaders>[0]) => response.set(listHeaders(head, request.originalUrl));
    await writeArray(response, (signal) => this.history.find(query, signal, onHead));
  }

  @Serves(clearDashboard)
  clear() {
    return this.history.clear([]);
  }

  @Serves(clearFiltered)
  clearFiltered(@ValidBody() body: ValidBodyOf<typeof clearFiltered>) {
    return this.history.clear(body.aiServices);
  }

  @Serves(continueConversation)
  async continue(
    @ValidBody() body: ValidBodyOf<typeof continueConversation>,
    @IdempotencyKey() key: string | undefined,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    await this.allowance.take(continueConversation, key, body.selectedAIs, body.newMessage);
    await this.answers.jsonOrStream(request, response, (signal) => this.history.continue(body, key, signal));
  }

  // Before the ids: "all" is none.
  @Serves(deleteAllConversations)
  deleteAll() {
    return this.history.deleteAll();
  }

  @Serves(getConversation)
  async view(@PathId() id: string, @Res() response: HttpResponse) {
    await writeJson(response, (signal) => this.history.view(id, signal));
  }

  @Serves(deleteConversation)
  async delete(@PathId() id: string) {
    await this.history.delete(id);
  }
}
