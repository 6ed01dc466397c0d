import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { RoundRecordsModule } from '../round-records/round-records.module.js';
import { RoundSharesGrpc } from './round-shares.grpc.js';
import { RoundSharesRepository } from './round-shares.repository.js';
import { RoundSharesService } from './round-shares.service.js';

@Module({
  imports: [ClientsModule, RoundRecordsModule],
  controllers: [RoundSharesGrpc],
  providers: [RoundSharesService, RoundSharesRepository],
})
export class RoundSharesModule {}
