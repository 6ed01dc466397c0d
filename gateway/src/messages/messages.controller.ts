import { Controller, Req, Res } from '@nestjs/common';
import {
  cancelBroadcast,
  replayBroadcast,
  resumeBroadcast,
  retryMessage,
  sendMessage,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { AllowanceService, unknownService } from '../allowance/allowance.service.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { PathId, ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { BroadcastAnswers } from './broadcast-answers.js';
import { MessagesService } from './messages.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class MessagesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly answers: BroadcastAnswers,
    private readonly allowance: AllowanceService,
  ) {}

  @Serves(sendMessage)
  async send(
    @ValidBody() body: ValidBodyOf<typeof sendMessage>,
    @IdempotencyKey() key: string | undefined,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    await this.allowance.take(sendMessage, key, body.selectedAIs, body.message);
    await this.answers.jsonOrStream(request, response, (signal) => this.messages.send(body, key, signal));
  }

  @Serves(retryMessage)
  async retry(
    @PathId() id: string,
    @IdempotencyKey() key: string | undefined,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    await this.allowance.take(retryMessage, key, [unknownService]);
    await this.answers.jsonOrStream(request, response, (signal) => this.messages.retry(id, key, signal));
  }

  @Serves(replayBroadcast)
  async replay(
    @PathId() id: string,
    @ValidBody() { selectedAIs }: ValidBodyOf<typeof replayBroadcast>,
    @IdempotencyKey() key: string | undefined,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    await this.allowance.take(replayBroadcast, key, selectedAIs);
    await this.answers.jsonOrStream(request, response, (signal) => this.messages.replay(id, selectedAIs, key, signal));
  }

  @Serves(resumeBroadcast)
  async resume(
    @PathId() id: string,
    @ValidQuery() query: { lastEventId?: number },
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const afterId = this.messages.resumeAfter(request.headers['last-event-id'], query.lastEventId);
    await this.answers.resume(request, response, { broadcastId: id, afterId });
  }

  @Serves(cancelBroadcast)
  cancel(@PathId() id: string, @ValidBody() body: ValidBodyOf<typeof cancelBroadcast>) {
    return this.messages.cancel(id, body.aiServices ?? []);
  }
}
