import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { BacktestsController } from './backtests.controller.js';
import { BacktestsService } from './backtests.service.js';

@Module({
  imports: [AiServicesModule],
  controllers: [BacktestsController],
  providers: [BacktestsService],
  exports: [BacktestsService],
})
export class BacktestsModule {}
