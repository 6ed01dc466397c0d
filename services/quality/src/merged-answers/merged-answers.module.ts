import { Module } from '@nestjs/common';
import { accessMonitorOf, ProcessIdentity } from '@polylogue/service-kit';
import { AgreementModule } from '../agreement/agreement.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { RunParts } from '../single-runs/single-runs.js';
import { AnswerEstimatesService } from './answer-estimates.service.js';
import { AnswerMatterService } from './answer-matter.service.js';
import { AnswerRuns } from './answer-runs.service.js';
import { BeginAnswerService } from './begin-answer.service.js';
import { MergedAnswersGrpc } from './merged-answers.grpc.js';
import { MergedAnswersRepository } from './merged-answers.repository.js';
import { MergedAnswersService } from './merged-answers.service.js';
import { RunningAnswersRepository } from './running-answers.repository.js';
import { WritingService } from './writing.service.js';

@Module({
  imports: [AgreementModule, ClientsModule],
  controllers: [MergedAnswersGrpc],
  providers: [
    MergedAnswersRepository,
    RunningAnswersRepository,
    MergedAnswersService,
    AnswerMatterService,
    BeginAnswerService,
    AnswerEstimatesService,
    WritingService,
    AnswerRuns,
    ProcessIdentity,
    RunParts,
    accessMonitorOf(AnswerRuns),
  ],
  exports: [MergedAnswersRepository],
})
export class MergedAnswersModule {}
