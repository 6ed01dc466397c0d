import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { ComparisonsController } from './comparisons.controller.js';

@Module({ imports: [AiServicesModule], controllers: [ComparisonsController] })
export class ComparisonsModule {}
