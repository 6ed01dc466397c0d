import { Controller, Inject, Req, Res, UseFilters } from '@nestjs/common';
import { createChatCompletion, listModels, type ChatCompletionBody } from '@polylogue/api-contract';
import { OpenStreams } from '../auth/open-streams.js';
import { Clock } from '../clock.js';
import { ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { CompletionAnswers } from './completion-answers.js';
import { CompletionModels } from './completion-models.service.js';
import { mustBeAnswerable, refuseHop, refuseUnsupported } from './chat-request.rules.js';
import { OpenAiErrorFilter } from './openai-error.filter.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
@UseFilters(OpenAiErrorFilter)
export class ChatCompletionsController {
  constructor(
    private readonly completionModels: CompletionModels,
    private readonly answers: CompletionAnswers,
    private readonly streams: OpenStreams,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Serves(listModels)
  async models(@Req() { keyScopes = [] }: HttpRequest) {
    const created = Math.floor(this.clock.now() / 1000);
    const data = (await this.completionModels.list(keyScopes)).map((model) => ({
      ...model,
      object: 'model',
      created,
      owned_by: 'polylogue',
    }));
    return { object: 'list', data };
  }

  @Serves(createChatCompletion)
  async create(@ValidBody() body: ChatCompletionBody, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    refuseHop(request.headers['x-polylogue-hop']);
    refuseUnsupported(request.body as object);
    mustBeAnswerable(body);
    // Before the allowance: one call too many at a time costs none of the calls of this minute.
    const { signal } = this.streams.enter(request, response, createChatCompletion.access);
    const source = await this.completionModels.sourceOf(body, request.keyScopes ?? []);
    await this.answers.answer({ body, source, request, response, signal });
  }
}
