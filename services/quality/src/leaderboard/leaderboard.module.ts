import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { RubricsModule } from '../rubrics/rubrics.module.js';
import { ComparisonsRepository } from './comparisons.repository.js';
import { FiguresRepository } from './figures.repository.js';
import { LeaderboardGrpc } from './leaderboard.grpc.js';
import { LeaderboardService } from './leaderboard.service.js';
import { VoteFits } from './vote-fits.service.js';

@Module({
  imports: [ClientsModule, RubricsModule],
  controllers: [LeaderboardGrpc],
  providers: [FiguresRepository, ComparisonsRepository, LeaderboardService, VoteFits],
})
export class LeaderboardModule {}
