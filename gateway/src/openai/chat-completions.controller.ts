import { Controller, Inject, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createChatCompletion, listModels, type ChatCompletionBody } from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { AllowanceService } from '../allowance/allowance.service.js';
import { OpenStreams } from '../auth/open-streams.js';
import { Clock } from '../clock.js';
import { ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { CompletionAnswers } from './completion-answers.js';
import {
  modelsOf,
  mustBeAnswerable,
  refuseHop,
  refuseUnsupported,
  servicesOf,
  settingsOf,
  textOf,
  threadOf,
} from './chat-request.rules.js';
import { OpenAiErrorFilter } from './openai-error.filter.js';

@Controller()
@UseFilters(OpenAiErrorFilter)
export class ChatCompletionsController {
  constructor(
    private readonly catalog: CatalogService,
    private readonly allowance: AllowanceService,
    private readonly answers: CompletionAnswers,
    private readonly streams: OpenStreams,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Serves(listModels)
  async models() {
    const created = Math.floor(this.clock.now() / 1000);
    const data = modelsOf(await this.catalog.list()).map((id) => ({
      id,
      object: 'model',
      created,
      owned_by: 'polylogue',
    }));
    return { object: 'list', data };
  }

  @Serves(createChatCompletion)
  async create(@ValidBody() body: ChatCompletionBody, @Req() request: Request, @Res() response: Response) {
    refuseHop(request.headers['x-polylogue-hop']);
    refuseUnsupported(request.body as object);
    mustBeAnswerable(body);
    const services = servicesOf(body.model, await this.catalog.list());
    const thread = threadOf(body.messages);
    const names = services.map(({ name }) => name);
    const texts = body.messages.map(textOf).join('');
    await this.allowance.take(createChatCompletion, undefined, names, texts);
    const { signal } = this.streams.enter(request, response, createChatCompletion.access);
    const question = { ...thread, services, settings: settingsOf(body) };
    await this.answers.answer({ body, question, request, response, signal });
  }
}
