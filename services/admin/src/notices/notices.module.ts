import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { UsersModule } from '../users/users.module.js';
import { GivenUpListener } from './given-up.js';
import { GivenUpNotices } from './given-up.service.js';
import { NoticesConsumer } from './notices.consumer.js';
import { NoticesGrpc } from './notices.grpc.js';
import { NoticesRepository } from './notices.repository.js';
import { NoticesService } from './notices.service.js';
import { OldNoticesCron } from './old-notices.cron.js';

@Module({
  imports: [ClientsModule, UsersModule],
  controllers: [NoticesGrpc],
  providers: [
    NoticesService,
    NoticesRepository,
    NoticesConsumer,
    OldNoticesCron,
    GivenUpNotices,
    { provide: GivenUpListener, useExisting: GivenUpNotices },
  ],
  exports: [GivenUpListener],
})
export class NoticesModule {}
