import { Module } from '@nestjs/common';
import { AgreementModule } from '../agreement/agreement.module.js';
import { MapRecordsModule } from '../map-records/map-records.module.js';
import { StagingModule } from '../staging/staging.module.js';
import { ImportsConsumer } from './imports.consumer.js';
import { ImportsRepository } from './imports.repository.js';
import { ImportsService } from './imports.service.js';

@Module({
  imports: [AgreementModule, MapRecordsModule, StagingModule],
  providers: [ImportsService, ImportsRepository, ImportsConsumer],
  exports: [ImportsService],
})
export class ImportsModule {}
