import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { SavedQueriesModule } from '../saved-queries/saved-queries.module.js';
import { ChatCompletionsController } from './chat-completions.controller.js';
import { ChatCompletionsService } from './chat-completions.service.js';
import { CompletionAnswers } from './completion-answers.js';
import { CompletionModels } from './completion-models.service.js';
import { MergedCompletions } from './merged-completions.service.js';
import { OpenAiErrorFilter } from './openai-error.filter.js';
import { SavedCompletions } from './saved-completions.service.js';

/** Chat completions in the shape of OpenAI's API, for programs with a key. */
@Module({
  imports: [AiServicesModule, SavedQueriesModule],
  controllers: [ChatCompletionsController],
  providers: [
    ChatCompletionsService,
    CompletionAnswers,
    CompletionModels,
    MergedCompletions,
    OpenAiErrorFilter,
    SavedCompletions,
  ],
  exports: [ChatCompletionsService],
})
export class OpenAiModule {}
