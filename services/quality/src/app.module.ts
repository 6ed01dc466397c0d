import { Module } from '@nestjs/common';
import { AgreementModule } from './agreement/agreement.module.js';
import { AssessmentsModule } from './assessments/assessments.module.js';
import { BacktestsModule } from './backtests/backtests.module.js';
import { LeaderboardModule } from './leaderboard/leaderboard.module.js';
import { MapRecordsModule } from './map-records/map-records.module.js';
import { MergedAnswersModule } from './merged-answers/merged-answers.module.js';
import { SettlingModule } from './settling/settling.module.js';
import { SuitesModule } from './suites/suites.module.js';
import { VotesModule } from './votes/votes.module.js';

@Module({
  imports: [
    AgreementModule,
    SettlingModule,
    AssessmentsModule,
    BacktestsModule,
    LeaderboardModule,
    MapRecordsModule,
    MergedAnswersModule,
    SuitesModule,
    VotesModule,
  ],
})
export class AppModule {}
