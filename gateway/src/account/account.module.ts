import { Module } from '@nestjs/common';
import { AiChatModule } from '../ai-chat/ai-chat.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { BacktestsModule } from '../backtests/backtests.module.js';
import { SuitesModule } from '../suites/suites.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ExportsModule } from '../exports/exports.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { NoticeTargetsModule } from '../notice-targets/notice-targets.module.js';
import { RubricsModule } from '../rubrics/rubrics.module.js';
import { SavedQueriesModule } from '../saved-queries/saved-queries.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { AnswerPresetsModule } from '../answer-presets/answer-presets.module.js';
import { RoundSharesModule } from '../round-shares/round-shares.module.js';
import { VotesModule } from '../votes/votes.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { OwnDataService } from './own-data.service.js';

@Module({
  imports: [
    AnswerPresetsModule,
    ApiKeysModule,
    BacktestsModule,
    SuitesModule,
    ThrottlingModule,
    AiChatModule,
    ConversationsModule,
    ExportsModule,
    NoticesModule,
    NoticeTargetsModule,
    RoundSharesModule,
    RubricsModule,
    VotesModule,
    SavedQueriesModule,
    SignInModule,
  ],
  controllers: [AccountController],
  providers: [AccountService, OwnDataService],
})
export class AccountModule {}
