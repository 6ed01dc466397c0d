import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { RunDigestsGrpc } from './run-digests.grpc.js';
import { RunDigestsRepository } from './run-digests.repository.js';
import { RunDigestsService } from './run-digests.service.js';

@Module({
  imports: [ClientsModule],
  controllers: [RunDigestsGrpc],
  providers: [RunDigestsService, RunDigestsRepository],
})
export class RunDigestsModule {}
