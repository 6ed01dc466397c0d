import { Module } from '@nestjs/common';
import { StagedPartsRepository } from './staged-parts.repository.js';
import { StagingService } from './staging.service.js';

@Module({ providers: [StagedPartsRepository, StagingService], exports: [StagingService] })
export class StagingModule {}
