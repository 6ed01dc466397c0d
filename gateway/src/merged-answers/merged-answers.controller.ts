import { Controller, Req, Res } from '@nestjs/common';
import {
  cancelMergedAnswer,
  continueMergedAnswer,
  createMergedAnswer,
  deleteMergedAnswer,
  estimateMergedAnswer,
  followMergedAnswer,
  getMergedAnswer,
  listMergedAnswers,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { AllowanceService, unknownService } from '../allowance/allowance.service.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { BroadcastAnswers } from '../messages/broadcast-answers.js';
import { MergedAnswerStream } from './merged-answer-stream.js';
import { MergedAnswersService } from './merged-answers.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class MergedAnswersController {
  constructor(
    private readonly answers: MergedAnswersService,
    private readonly stream: MergedAnswerStream,
    private readonly allowance: AllowanceService,
    private readonly broadcasts: BroadcastAnswers,
  ) {}

  @Serves(createMergedAnswer)
  async create(
    @PathId() id: string,
    @ValidBody() body: ValidBodyOf<typeof createMergedAnswer>,
    @IdempotencyKey() key: string | undefined,
  ) {
    await this.allowance.take(createMergedAnswer, key, [body.writerAI ?? unknownService]);
    return this.answers.create(id, body, key);
  }

  @Serves(estimateMergedAnswer)
  estimate(@PathId() id: string, @ValidBody() body: ValidBodyOf<typeof estimateMergedAnswer>) {
    return this.answers.estimate(id, body);
  }

  @Serves(listMergedAnswers)
  list(@PathId() mapId: string) {
    return this.answers.list(mapId);
  }

  @Serves(getMergedAnswer)
  get(@PathId() id: string) {
    return this.answers.get(id);
  }

  @Serves(followMergedAnswer)
  async follow(@PathId() id: string, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    await this.stream.send(request, response, (signal) => this.answers.follow(id, signal));
  }

  @Serves(cancelMergedAnswer)
  cancel(@PathId() id: string) {
    return this.answers.cancel(id);
  }

  @Serves(deleteMergedAnswer)
  async delete(@PathId() id: string) {
    await this.answers.delete(id);
  }

  @Serves(continueMergedAnswer)
  async continue(
    @PathId() id: string,
    @ValidBody() body: ValidBodyOf<typeof continueMergedAnswer>,
    @IdempotencyKey() key: string | undefined,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const history = await this.answers.historyOf(id);
    await this.allowance.take(continueMergedAnswer, key, body.selectedAIs, body.newMessage);
    const open = (signal: AbortSignal) => this.answers.continue(body, history, key, signal);
    await this.broadcasts.jsonOrStream(request, response, open);
  }
}
