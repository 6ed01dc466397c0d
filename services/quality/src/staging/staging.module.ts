import { Module } from '@nestjs/common';
import { OldPartsCron } from './old-parts.cron.js';
import { StagedPartsRepository } from './staged-parts.repository.js';
import { StagingService } from './staging.service.js';

@Module({ providers: [OldPartsCron, StagedPartsRepository, StagingService], exports: [StagingService] })
export class StagingModule {}
