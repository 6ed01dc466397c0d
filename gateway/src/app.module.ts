import { Module } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { AgreementMapsModule } from './agreement-maps/agreement-maps.module.js';
import { AiChatModule } from './ai-chat/ai-chat.module.js';
import { AiServiceSettingsModule } from './ai-service-settings/ai-service-settings.module.js';
import { AiServicesModule } from './ai-services/ai-services.module.js';
import { AllowanceModule } from './allowance/allowance.module.js';
import { AnnouncementsModule } from './announcements/announcements.module.js';
import { AnswerPresetsModule } from './answer-presets/answer-presets.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BacktestsModule } from './backtests/backtests.module.js';
import { SuitesModule } from './suites/suites.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { ComparisonsModule } from './comparisons/comparisons.module.js';
import { ContextsModule } from './contexts/contexts.module.js';
import { ConversationsModule } from './conversations/conversations.module.js';
import { DeadLettersModule } from './dead-letters/dead-letters.module.js';
import { EstimatesModule } from './estimates/estimates.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { FilesModule } from './files/files.module.js';
import { HealthController } from './health/health.controller.js';
import { HttpModule } from './http/http.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { LeaderboardModule } from './leaderboard/leaderboard.module.js';
import { LiveModule } from './live/live.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { MediaModule } from './media/media.module.js';
import { MergedAnswersModule } from './merged-answers/merged-answers.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { OpenAiModule } from './openai/openai.module.js';
import { PinsModule } from './pins/pins.module.js';
import { PublicConfigController } from './public-config/public-config.controller.js';
import { NoticeTargetsModule } from './notice-targets/notice-targets.module.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { ProfilePicturesModule } from './profile-pictures/profile-pictures.module.js';
import { QualityAssessmentsModule } from './quality-assessments/quality-assessments.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { RoundSharesModule } from './round-shares/round-shares.module.js';
import { RubricsModule } from './rubrics/rubrics.module.js';
import { SavedQueriesModule } from './saved-queries/saved-queries.module.js';
import { ServiceStatusModule } from './service-status/service-status.module.js';
import { SettlingsModule } from './settlings/settlings.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { SummariesModule } from './summaries/summaries.module.js';
import { ThrottlingModule } from './throttling/throttling.module.js';
import { UsageModule } from './usage/usage.module.js';
import { UsersModule } from './users/users.module.js';
import { VotesModule } from './votes/votes.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({
  imports: [
    HttpModule,
    ClientsModule,
    AllowanceModule,
    // Routes are tried in this order: a message comes first.
    MessagesModule,
    AuthModule,
    SignInModule,
    AccountModule,
    AgreementMapsModule,
    AiChatModule,
    AiServiceSettingsModule,
    AiServicesModule,
    AnnouncementsModule,
    AnswerPresetsModule,
    ApiKeysModule,
    AuditModule,
    BacktestsModule,
    SuitesModule,
    MergedAnswersModule,
    ComparisonsModule,
    ContextsModule,
    ConversationsModule,
    DeadLettersModule,
    EstimatesModule,
    ExportsModule,
    FilesModule,
    ImportsModule,
    LeaderboardModule,
    LiveModule,
    McpModule,
    MediaModule,
    NoticesModule,
    OpenAiModule,
    PinsModule,
    NoticeTargetsModule,
    PreferencesModule,
    ProfilePicturesModule,
    QualityAssessmentsModule,
    RetentionModule,
    RoundSharesModule,
    RubricsModule,
    SavedQueriesModule,
    ServiceStatusModule,
    SettlingsModule,
    SummariesModule,
    ThrottlingModule,
    UsageModule,
    UsersModule,
    VotesModule,
    WebhooksModule,
  ],
  controllers: [PublicConfigController, HealthController],
})
export class AppModule {}
