import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AnnouncementsGrpc } from './announcements.grpc.js';
import { AnnouncementsRepository } from './announcements.repository.js';
import { AnnouncementsService } from './announcements.service.js';

@Module({
  imports: [AuditModule],
  controllers: [AnnouncementsGrpc],
  providers: [AnnouncementsService, AnnouncementsRepository],
})
export class AnnouncementsModule {}
