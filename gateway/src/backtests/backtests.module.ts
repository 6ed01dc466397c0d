import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { BacktestPairsController } from './backtest-pairs.controller.js';
import { BacktestPairsService } from './backtest-pairs.service.js';
import { BacktestsController } from './backtests.controller.js';
import { BacktestsService } from './backtests.service.js';

@Module({
  imports: [AiServicesModule],
  controllers: [BacktestsController, BacktestPairsController],
  providers: [BacktestsService, BacktestPairsService],
  exports: [BacktestsService],
})
export class BacktestsModule {}
