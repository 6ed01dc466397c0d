import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { SettlingsController } from './settlings.controller.js';
import { SettlingsService } from './settlings.service.js';

@Module({ imports: [AiServicesModule], controllers: [SettlingsController], providers: [SettlingsService] })
export class SettlingsModule {}
