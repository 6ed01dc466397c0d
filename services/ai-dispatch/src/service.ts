import { defineService } from '@polylogue/service-kit';
import { AppModule } from './app.module.js';
import { AdminRowEntity } from './catalog/admin-row.entity.js';
import { KnownServiceEntity } from './catalog/known-service.entity.js';
import { config } from './config.js';
import { SecretEntity } from './keys/secret.entity.js';
import { AnswerSettings0016 } from './migrations/0016-answer-settings.js';
import { Calls0001 } from './migrations/0001-calls.js';
import { AiServices0002 } from './migrations/0002-ai-services.js';
import { Summaries0003 } from './migrations/0003-summaries.js';
import { DetailedTokens0011 } from './migrations/0011-detailed-tokens.js';
import { KeyDays0015 } from './migrations/0015-key-days.js';
import { KnownServices0010 } from './migrations/0010-known-services.js';
import { Pictures0013 } from './migrations/0013-pictures.js';
import { OpenCalls0009 } from './migrations/0009-open-calls.js';
import { Estimates0014 } from './migrations/0014-estimates.js';
import { EstimatesByIndex0017 } from './migrations/0017-estimates-by-index.js';
import { Tasks0019 } from './migrations/0019-tasks.js';
import { NearEnd0020 } from './migrations/0020-near-end.js';
import { MediaOfRuns0022 } from './migrations/0022-media-of-runs.js';
import { MediaLetGo0023 } from './migrations/0023-media-let-go.js';
import { LedgerWatch0030 } from './migrations/0030-ledger-watch.js';
import { LedgerInPlace0031 } from './migrations/0031-ledger-in-place.js';
import { SumsInPlace0032 } from './migrations/0032-sums-in-place.js';
import { SummaryClaims0033 } from './migrations/0033-summary-claims.js';
import { RoomForEnds0034 } from './migrations/0034-room-for-ends.js';
import { Media0007 } from './migrations/0007-media.js';
import { Usage0006 } from './migrations/0006-usage.js';
import { UsagePeople0008 } from './migrations/0008-usage-people.js';
import { Catalog0004 } from './migrations/0004-catalog.js';
import { SummaryClaimEntity } from './summaries/summary-claim.entity.js';
import { SummaryEntity } from './summaries/summary.entity.js';

export const service = defineService({
  name: 'ai-dispatch',
  module: AppModule,
  config,
  entities: [AdminRowEntity, KnownServiceEntity, SecretEntity, SummaryClaimEntity, SummaryEntity],
  migrations: [
    Calls0001,
    AiServices0002,
    Summaries0003,
    Catalog0004,
    Usage0006,
    Media0007,
    UsagePeople0008,
    OpenCalls0009,
    KnownServices0010,
    DetailedTokens0011,
    Pictures0013,
    Estimates0014,
    KeyDays0015,
    AnswerSettings0016,
    EstimatesByIndex0017,
    Tasks0019,
    NearEnd0020,
    MediaOfRuns0022,
    MediaLetGo0023,
    LedgerWatch0030,
    LedgerInPlace0031,
    SumsInPlace0032,
    SummaryClaims0033,
    RoomForEnds0034,
  ],
});
