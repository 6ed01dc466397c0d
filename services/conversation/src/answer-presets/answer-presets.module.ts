import { Module } from '@nestjs/common';
import { AnswerPresetsGrpc } from './answer-presets.grpc.js';
import { AnswerPresetsRepository } from './answer-presets.repository.js';
import { AnswerPresetsService } from './answer-presets.service.js';

@Module({
  controllers: [AnswerPresetsGrpc],
  providers: [AnswerPresetsRepository, AnswerPresetsService],
  exports: [AnswerPresetsService],
})
export class AnswerPresetsModule {}
