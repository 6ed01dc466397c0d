import { Module } from '@nestjs/common';
import { AgreementModule } from '../agreement/agreement.module.js';
import { BacktestsModule } from '../backtests/backtests.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { JudgingModule } from '../judging/judging.module.js';
import { RubricsModule } from '../rubrics/rubrics.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { SuitesModule } from '../suites/suites.module.js';
import { VotesModule } from '../votes/votes.module.js';
import { AssessmentsGrpc } from './assessments.grpc.js';
import { AssessmentsRepository } from './assessments.repository.js';
import { AssessmentsService } from './assessments.service.js';
import { ConversationsConsumer } from './conversations.consumer.js';
import { JudgedBy } from './judged-by.service.js';
import { JudgingEstimates } from './judging-estimates.service.js';
import { BroadcastsConsumer } from './broadcasts.consumer.js';

@Module({
  imports: [
    AgreementModule,
    BacktestsModule,
    SuitesModule,
    ImportsModule,
    JudgingModule,
    ClientsModule,
    VotesModule,
    RubricsModule,
  ],
  controllers: [AssessmentsGrpc],
  providers: [
    AssessmentsService,
    AssessmentsRepository,
    JudgedBy,
    JudgingEstimates,
    BroadcastsConsumer,
    ConversationsConsumer,
  ],
})
export class AssessmentsModule {}
