import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { AnnouncementsGrpc } from './announcements.grpc.js';
import { AnnouncementsRepository } from './announcements.repository.js';
import { AnnouncementsService } from './announcements.service.js';

@Module({
  imports: [AuditLogModule],
  controllers: [AnnouncementsGrpc],
  providers: [AnnouncementsService, AnnouncementsRepository],
})
export class AnnouncementsModule {}
