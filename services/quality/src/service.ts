import { getQueueToken } from '@nestjs/bull';
import { defineService } from '@polylogue/service-kit';
import type { Queue } from 'bull';
import { AppModule } from './app.module.js';
import { AssessmentEntity } from './assessments/assessment.entity.js';
import { config } from './config.js';
import { judgingQueue } from './judging/wake-ups.service.js';
import { Assessments0001 } from './migrations/0001-assessments.js';
import { Erasure0002 } from './migrations/0002-erasure.js';
import { Deletion0003 } from './migrations/0003-deletion.js';
import { Imports0004 } from './migrations/0004-imports.js';
import { ByUser0005 } from './migrations/0005-by-user.js';
import { Generation0006 } from './migrations/0006-generation.js';
import { AgreementMaps0007 } from './migrations/0007-agreement-maps.js';
import { MergedAnswers0008 } from './migrations/0008-merged-answers.js';
import { Settling0009 } from './migrations/0009-settling.js';
import { ImportedMaps0010 } from './migrations/0010-imported-maps.js';
import { ImportedRecords0013 } from './migrations/0013-imported-records.js';
import { AssessmentsWhole0014 } from './migrations/0014-assessments-whole.js';
import { Backtests0015 } from './migrations/0015-backtests.js';
import { BacktestCases0016 } from './migrations/0016-backtest-cases.js';
import { BacktestCalls0017 } from './migrations/0017-backtest-calls.js';
import { AskedAgain0021 } from './migrations/0021-asked-again.js';
import { AskedAgainByIndex0022 } from './migrations/0022-asked-again-by-index.js';
import { BacktestComparisons0037 } from './migrations/0037-backtest-comparisons.js';
import { BacktestVotes0035 } from './migrations/0035-backtest-votes.js';
import { BacktestsComparedByPeople0036 } from './migrations/0036-backtests-compared-by-people.js';
import { ClaimedByRubric0023 } from './migrations/0023-claimed-by-rubric.js';
import { ClaimedByRubricWhole0024 } from './migrations/0024-claimed-by-rubric-whole.js';
import { Suites0030 } from './migrations/0030-suites.js';
import { SuiteCases0031 } from './migrations/0031-suite-cases.js';
import { SuiteRuns0032 } from './migrations/0032-suite-runs.js';
import { SuiteResults0033 } from './migrations/0033-suite-results.js';
import { DeletedJudgeCalls0047 } from './migrations/0047-deleted-judge-calls.js';
import { SuiteVersions0055 } from './migrations/0055-suite-versions.js';
import { SuiteRunVersions0056 } from './migrations/0056-suite-run-versions.js';
import { SuiteRecurrences0060 } from './migrations/0060-suite-recurrences.js';
import { SuiteSlots0061 } from './migrations/0061-suite-slots.js';
import { ZoneData0062 } from './migrations/0062-zone-data.js';
import { VotesOfOthers0040 } from './migrations/0040-votes-of-others.js';
import { VotesBeforeOwners0041 } from './migrations/0041-votes-before-owners.js';
import { NamesSeen0050 } from './migrations/0050-names-seen.js';
import { HeardAnswers0020 } from './migrations/0020-heard-answers.js';
import { Rubrics0012 } from './migrations/0012-rubrics.js';
import { Votes0011 } from './migrations/0011-votes.js';
import { VoteContestantEntity, VoteEntity } from './votes/vote.entity.js';

export const quality = defineService({
  name: 'quality',
  module: AppModule,
  config,
  entities: [AssessmentEntity, VoteEntity, VoteContestantEntity],
  migrations: [
    Assessments0001,
    Erasure0002,
    Deletion0003,
    Imports0004,
    ByUser0005,
    Generation0006,
    AgreementMaps0007,
    MergedAnswers0008,
    Settling0009,
    ImportedMaps0010,
    Votes0011,
    Rubrics0012,
    ImportedRecords0013,
    AssessmentsWhole0014,
    Backtests0015,
    BacktestCases0016,
    BacktestCalls0017,
    HeardAnswers0020,
    AskedAgain0021,
    AskedAgainByIndex0022,
    ClaimedByRubric0023,
    ClaimedByRubricWhole0024,
    Suites0030,
    SuiteCases0031,
    SuiteRuns0032,
    SuiteResults0033,
    BacktestVotes0035,
    BacktestsComparedByPeople0036,
    BacktestComparisons0037,
    VotesOfOthers0040,
    VotesBeforeOwners0041,
    DeletedJudgeCalls0047,
    NamesSeen0050,
    SuiteVersions0055,
    SuiteRunVersions0056,
    SuiteRecurrences0060,
    SuiteSlots0061,
    ZoneData0062,
  ],
  queues: (app) => [app.get<Queue>(getQueueToken(judgingQueue), { strict: false })],
});
