import { Module } from '@nestjs/common';
import { AnswerPresetsModule } from '../answer-presets/answer-presets.module.js';
import { BlindModule } from '../blind/blind.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { RepliesModule } from '../replies/replies.module.js';
import { ContextSizesRepository } from './context-sizes.repository.js';
import { ContextSizesService } from './context-sizes.service.js';
import { ContextsGrpc } from './contexts.grpc.js';
import { ContextsService } from './contexts.service.js';

@Module({
  imports: [AnswerPresetsModule, BlindModule, ClientsModule, RepliesModule],
  controllers: [ContextsGrpc],
  providers: [ContextsService, ContextSizesRepository, ContextSizesService],
})
export class ContextsModule {}
