import { Controller, Req, Res } from '@nestjs/common';
import {
  cancelMergedAnswer,
  continueMergedAnswer,
  createMergedAnswer,
  deleteMergedAnswer,
  followMergedAnswer,
  getMergedAnswer,
  listMergedAnswers,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import type { MergedAnswerEvent } from '@polylogue/proto';
import { mapStream } from '@polylogue/service-kit';
import type { Request, Response } from 'express';
import { CatalogService } from '../ai-services/catalog.service.js';
import { AllowanceService, unknownService } from '../allowance/allowance.service.js';
import { OpenStreams } from '../auth/open-streams.js';
import { answerWithEvents } from '../http/event-answer.js';
import { HttpErrorFilter } from '../http/http-error.filter.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { BroadcastAnswers } from '../messages/broadcast-answers.js';
import { toMergedAnswerEvent } from './merged-answers.mapper.js';
import { MergedAnswersService } from './merged-answers.service.js';

@Controller()
export class MergedAnswersController {
  constructor(
    private readonly answers: MergedAnswersService,
    private readonly allowance: AllowanceService,
    private readonly broadcasts: BroadcastAnswers,
    private readonly catalog: CatalogService,
    private readonly streams: OpenStreams,
    private readonly errors: HttpErrorFilter,
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

  @Serves(listMergedAnswers)
  list(@PathId() mapId: string) {
    return this.answers.list(mapId);
  }

  @Serves(getMergedAnswer)
  get(@PathId() id: string) {
    return this.answers.get(id);
  }

  /** A reader who goes away ends the reading, never the writing. */
  @Serves(followMergedAnswer)
  async follow(@PathId() id: string, @Req() request: Request, @Res() response: Response) {
    const { signal } = this.streams.enter(request, response, followMergedAnswer.access);
    const labelOf = await this.catalog.labels();
    const events = mapStream(this.answers.follow(id, signal), (event: MergedAnswerEvent) =>
      toMergedAnswerEvent(event, labelOf),
    );
    await answerWithEvents(response, events, (error) => this.errors.eventOf(error));
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
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const history = await this.answers.historyOf(id);
    await this.allowance.take(continueMergedAnswer, key, body.selectedAIs, body.newMessage);
    const open = (signal: AbortSignal) => this.answers.continue(body, history, key, signal);
    await this.broadcasts.jsonOrStream(request, response, open);
  }
}
