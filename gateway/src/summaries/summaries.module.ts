import { Module } from '@nestjs/common';
import { SummariesController } from './summaries.controller.js';

@Module({ controllers: [SummariesController] })
export class SummariesModule {}
