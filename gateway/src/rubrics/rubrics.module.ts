import { Module } from '@nestjs/common';
import { RubricsController } from './rubrics.controller.js';
import { RubricsService } from './rubrics.service.js';

@Module({ controllers: [RubricsController], providers: [RubricsService], exports: [RubricsService] })
export class RubricsModule {}
