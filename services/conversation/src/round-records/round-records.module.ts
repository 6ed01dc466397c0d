import { Module } from '@nestjs/common';
import { RoundRecordsGrpc } from './round-records.grpc.js';
import { RoundRecordsRepository } from './round-records.repository.js';
import { RoundRecordsService } from './round-records.service.js';

@Module({
  controllers: [RoundRecordsGrpc],
  providers: [RoundRecordsService, RoundRecordsRepository],
  exports: [RoundRecordsRepository],
})
export class RoundRecordsModule {}
