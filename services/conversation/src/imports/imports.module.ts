import { Module } from '@nestjs/common';
import { ImportedSummariesRepository } from './imported-summaries.repository.js';
import { ImportsRepository } from './imports.repository.js';
import { ImportsService } from './imports.service.js';

@Module({ providers: [ImportedSummariesRepository, ImportsService, ImportsRepository], exports: [ImportsService] })
export class ImportsModule {}
