import { defineService } from '@polylogue/service-kit';
import { AnswerPresetEntity } from './answer-presets/answer-preset.entity.js';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { Conversations0001 } from './migrations/0001-conversations.js';
import { Dispatches0002 } from './migrations/0002-dispatches.js';
import { AiChat0003 } from './migrations/0003-ai-chat.js';
import { History0004 } from './migrations/0004-history.js';
import { Attachments0005 } from './migrations/0005-attachments.js';
import { Previews0006 } from './migrations/0006-previews.js';
import { GivenUp0007 } from './migrations/0007-given-up.js';
import { Media0008 } from './migrations/0008-media.js';
import { BoundedBatches0009 } from './migrations/0009-bounded-batches.js';
import { ImportQuota0010 } from './migrations/0010-import-quota.js';
import { FairSearchQueue0011 } from './migrations/0011-fair-search-queue.js';
import { UnaccentedSearch0012 } from './migrations/0012-unaccented-search.js';
import { Deletions0013 } from './migrations/0013-deletions.js';
import { ByUser0014 } from './migrations/0014-by-user.js';
import { EventGaps0015 } from './migrations/0015-event-gaps.js';
import { TurnFences0016 } from './migrations/0016-turn-fences.js';
import { UnseenHistory0017 } from './migrations/0017-unseen-history.js';
import { Generation0018 } from './migrations/0018-generation.js';
import { Comparisons0021 } from './migrations/0021-comparisons.js';
import { ComparisonsByIndex0022 } from './migrations/0022-comparisons-by-index.js';
import { DispatchSettings0020 } from './migrations/0020-dispatch-settings.js';
import { RoundSummaries0019 } from './migrations/0019-round-summaries.js';
import { AnswerPresets0023 } from './migrations/0023-answer-presets.js';
import { SeveralFiles0024 } from './migrations/0024-several-files.js';
import { MediaPreviews0025 } from './migrations/0025-media-previews.js';
import { DrawnPages0026 } from './migrations/0026-drawn-pages.js';
import { ClaimsSearch0027 } from './migrations/0027-claims-search.js';
import { ListedCosts0031 } from './migrations/0031-listed-costs.js';
import { SealedEnds0032 } from './migrations/0032-sealed-ends.js';
import { RoundsByTime0033 } from './migrations/0033-rounds-by-time.js';
import { RoundShares0040 } from './migrations/0040-round-shares.js';
import { QueuedMessages0029 } from './migrations/0029-queued-messages.js';
import { BlindRounds0030 } from './migrations/0030-blind-rounds.js';
import { Retention0043 } from './migrations/0043-retention.js';
import { RetentionByIndex0044 } from './migrations/0044-retention-by-index.js';
import { ComparisonsOfUser0045 } from './migrations/0045-comparisons-of-user.js';
import { UnlockedSearch0048 } from './migrations/0048-unlocked-search.js';
import { KeptPlans0054 } from './migrations/0054-kept-plans.js';
import { SharedWords0055 } from './migrations/0055-shared-words.js';
import { SharedWordsByIndex0056 } from './migrations/0056-shared-words-by-index.js';
import { InheritedWords0058 } from './migrations/0058-inherited-words.js';
import { AgedConversations0059 } from './migrations/0059-aged-conversations.js';
import { EndsInPlace0060 } from './migrations/0060-ends-in-place.js';
import { HitTexts0061 } from './migrations/0061-hit-texts.js';
import { OneAtATime0062 } from './migrations/0062-one-at-a-time.js';
import { ComparisonSettings0063 } from './migrations/0063-comparison-settings.js';
import { PlainInserts0064 } from './migrations/0064-plain-inserts.js';
import { UsersIndexedInTurn0065 } from './migrations/0065-users-indexed-in-turn.js';
import { ListedComparisons0057 } from './migrations/0057-listed-comparisons.js';
import { PinEntity } from './pins/pin.entity.js';

export const service = defineService({
  name: 'conversation',
  module: AppModule,
  config,
  entities: [AnswerPresetEntity, PinEntity],
  migrations: [
    Conversations0001,
    Dispatches0002,
    AiChat0003,
    History0004,
    Attachments0005,
    Previews0006,
    GivenUp0007,
    Media0008,
    BoundedBatches0009,
    ImportQuota0010,
    FairSearchQueue0011,
    UnaccentedSearch0012,
    Deletions0013,
    ByUser0014,
    EventGaps0015,
    TurnFences0016,
    UnseenHistory0017,
    Generation0018,
    RoundSummaries0019,
    DispatchSettings0020,
    Comparisons0021,
    ComparisonsByIndex0022,
    AnswerPresets0023,
    SeveralFiles0024,
    MediaPreviews0025,
    DrawnPages0026,
    ClaimsSearch0027,
    QueuedMessages0029,
    BlindRounds0030,
    ListedCosts0031,
    SealedEnds0032,
    RoundsByTime0033,
    RoundShares0040,
    Retention0043,
    RetentionByIndex0044,
    ComparisonsOfUser0045,
    UnlockedSearch0048,
    KeptPlans0054,
    SharedWords0055,
    SharedWordsByIndex0056,
    ListedComparisons0057,
    InheritedWords0058,
    AgedConversations0059,
    EndsInPlace0060,
    HitTexts0061,
    OneAtATime0062,
    ComparisonSettings0063,
    PlainInserts0064,
    UsersIndexedInTurn0065,
  ],
});
