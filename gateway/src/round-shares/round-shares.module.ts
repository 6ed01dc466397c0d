import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { RoundSharesController } from './round-shares.controller.js';
import { RoundSharesService } from './round-shares.service.js';

@Module({
  imports: [AiServicesModule],
  controllers: [RoundSharesController],
  providers: [RoundSharesService],
  exports: [RoundSharesService],
})
export class RoundSharesModule {}
