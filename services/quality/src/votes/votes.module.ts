import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { SharedVotesService } from './shared-votes.service.js';
import { VoteStore } from './vote-store.service.js';
import { VotesGrpc } from './votes.grpc.js';
import { VotesRepository } from './votes.repository.js';
import { VotesService } from './votes.service.js';

@Module({
  imports: [ClientsModule],
  controllers: [VotesGrpc],
  providers: [VotesRepository, VoteStore, VotesService, SharedVotesService],
  exports: [VotesRepository],
})
export class VotesModule {}
