import { defineService } from '@polylogue/service-kit';
import { AnnouncementEntity } from './announcements/announcement.entity.js';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { users } from './migrations/0001-users.js';
import { activities } from './migrations/0002-activities.js';
import { audit } from './migrations/0003-audit.js';
import { standing } from './migrations/0004-standing.js';
import { announcement } from './migrations/0005-announcement.js';
import { finding } from './migrations/0006-finding.js';
import { preferences } from './migrations/0007-preferences.js';
import { notices } from './migrations/0008-notices.js';
import { noticeTargets } from './migrations/0009-notice-targets.js';
import { retention } from './migrations/0010-retention.js';
import { passwordResets } from './migrations/0011-password-resets.js';
import { noticeTests } from './migrations/0012-notice-tests.js';
import { userChanges } from './migrations/0013-user-changes.js';
import { NoticeDeliveryEntity } from './notice-targets/notice-delivery.entity.js';
import { NoticeTargetEntity } from './notice-targets/notice-target.entity.js';
import { PreferencesEntity } from './preferences/preferences.entity.js';
import { UserEntity } from './users/user.entity.js';

export const admin = defineService({
  name: 'admin',
  module: AppModule,
  config,
  entities: [AnnouncementEntity, NoticeDeliveryEntity, NoticeTargetEntity, PreferencesEntity, UserEntity],
  migrations: [
    users,
    activities,
    audit,
    standing,
    announcement,
    finding,
    preferences,
    notices,
    noticeTargets,
    retention,
    passwordResets,
    noticeTests,
    userChanges,
  ],
});
