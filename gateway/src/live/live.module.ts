import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { LiveController } from './live.controller.js';
import { LiveService } from './live.service.js';

@Module({ imports: [AnnouncementsModule], controllers: [LiveController], providers: [LiveService] })
export class LiveModule {}
