import { Module } from '@nestjs/common';
import { ImportsConsumer } from './imports.consumer.js';
import { ImportsRepository } from './imports.repository.js';
import { ImportsService } from './imports.service.js';

@Module({ providers: [ImportsService, ImportsRepository, ImportsConsumer], exports: [ImportsService] })
export class ImportsModule {}
