import { Module } from '@nestjs/common';
import { ActivitiesModule } from './activities/activities.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { AnnouncementsModule } from './announcements/announcements.module.js';
import { AuditModule } from './audit/audit.module.js';
import { NoticeTargetsModule } from './notice-targets/notice-targets.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    ActivitiesModule,
    AnalyticsModule,
    AnnouncementsModule,
    AuditModule,
    NoticeTargetsModule,
    NoticesModule,
    PreferencesModule,
    RetentionModule,
    UsersModule,
  ],
})
export class AppModule {}
