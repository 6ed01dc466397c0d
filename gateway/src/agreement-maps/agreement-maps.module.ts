import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { AgreementMapsController } from './agreement-maps.controller.js';
import { AgreementMapsService } from './agreement-maps.service.js';

@Module({
  imports: [AiServicesModule],
  controllers: [AgreementMapsController],
  providers: [AgreementMapsService],
  exports: [AgreementMapsService],
})
export class AgreementMapsModule {}
