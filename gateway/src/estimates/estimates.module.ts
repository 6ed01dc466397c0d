import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { EstimatesController } from './estimates.controller.js';
import { EstimatesService } from './estimates.service.js';

@Module({ imports: [AiServicesModule], controllers: [EstimatesController], providers: [EstimatesService] })
export class EstimatesModule {}
