import { Module } from '@nestjs/common';
import { AgreementModule } from '../agreement/agreement.module.js';
import { MergedAnswersModule } from '../merged-answers/merged-answers.module.js';
import { SettlingModule } from '../settling/settling.module.js';
import { StagingModule } from '../staging/staging.module.js';
import { ImportedRecordsRepository } from './imported-records.repository.js';
import { ImportedRecordsService } from './imported-records.service.js';
import { MapRecordsGrpc } from './map-records.grpc.js';
import { MapRecordsService } from './map-records.service.js';

@Module({
  imports: [AgreementModule, MergedAnswersModule, SettlingModule, StagingModule],
  controllers: [MapRecordsGrpc],
  providers: [MapRecordsService, ImportedRecordsRepository, ImportedRecordsService],
  exports: [ImportedRecordsService],
})
export class MapRecordsModule {}
