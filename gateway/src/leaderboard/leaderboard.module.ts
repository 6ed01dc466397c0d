import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { LeaderboardController } from './leaderboard.controller.js';
import { LeaderboardService } from './leaderboard.service.js';

@Module({ imports: [AiServicesModule], controllers: [LeaderboardController], providers: [LeaderboardService] })
export class LeaderboardModule {}
