import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { VotesGrpc } from './votes.grpc.js';
import { VotesRepository } from './votes.repository.js';
import { VotesService } from './votes.service.js';

@Module({
  imports: [ClientsModule],
  controllers: [VotesGrpc],
  providers: [VotesRepository, VotesService],
  exports: [VotesRepository],
})
export class VotesModule {}
