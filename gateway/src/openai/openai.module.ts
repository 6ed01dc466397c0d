import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { ChatCompletionsController } from './chat-completions.controller.js';
import { ChatCompletionsService } from './chat-completions.service.js';
import { CompletionAnswers } from './completion-answers.js';
import { OpenAiErrorFilter } from './openai-error.filter.js';

/** Chat completions in the shape of OpenAI's API, for programs with a key. */
@Module({
  imports: [AiServicesModule],
  controllers: [ChatCompletionsController],
  providers: [ChatCompletionsService, CompletionAnswers, OpenAiErrorFilter],
  exports: [ChatCompletionsService],
})
export class OpenAiModule {}
