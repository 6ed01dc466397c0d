import { Module } from '@nestjs/common';
import { ImportsRepository } from './imports.repository.js';
import { ImportsService } from './imports.service.js';

@Module({ providers: [ImportsService, ImportsRepository], exports: [ImportsService] })
export class ImportsModule {}
