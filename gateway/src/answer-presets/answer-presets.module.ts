import { Module } from '@nestjs/common';
import { AnswerPresetsController } from './answer-presets.controller.js';
import { AnswerPresetsService } from './answer-presets.service.js';

@Module({ controllers: [AnswerPresetsController], providers: [AnswerPresetsService], exports: [AnswerPresetsService] })
export class AnswerPresetsModule {}
