import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AiChatModule } from './ai-chat/ai-chat.module.js';
import { AnswerPresetsModule } from './answer-presets/answer-presets.module.js';
import { BroadcastsModule } from './broadcasts/broadcasts.module.js';
import { ComparisonsModule } from './comparisons/comparisons.module.js';
import { ContextsModule } from './contexts/contexts.module.js';
import { ConversationsModule } from './conversations/conversations.module.js';
import { FinishedRoundsModule } from './finished-rounds/finished-rounds.module.js';
import { HistoryModule } from './history/history.module.js';
import { PinsModule } from './pins/pins.module.js';
import { PreviewsModule } from './previews/previews.module.js';
import { RepliesToJudgeModule } from './replies-to-judge/replies-to-judge.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { RevealsModule } from './reveals/reveals.module.js';
import { RoundRecordsModule } from './round-records/round-records.module.js';
import { RoundSharesModule } from './round-shares/round-shares.module.js';
import { SampleRoundsModule } from './sample-rounds/sample-rounds.module.js';
import { SearchModule } from './search/search.module.js';
import { SummariesModule } from './summaries/summaries.module.js';

@Module({
  imports: [
    AccessModule,
    AiChatModule,
    AnswerPresetsModule,
    BroadcastsModule,
    ComparisonsModule,
    ContextsModule,
    ConversationsModule,
    FinishedRoundsModule,
    HistoryModule,
    PinsModule,
    PreviewsModule,
    RepliesToJudgeModule,
    RetentionModule,
    RevealsModule,
    RoundRecordsModule,
    RoundSharesModule,
    SampleRoundsModule,
    SearchModule,
    SummariesModule,
  ],
})
export class AppModule {}
