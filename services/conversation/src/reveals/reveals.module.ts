import { Module } from '@nestjs/common';
import { BlindRoundsGrpc } from './blind-rounds.grpc.js';
import { RevealsCron } from './reveals.cron.js';
import { RevealsRepository } from './reveals.repository.js';
import { RevealsService } from './reveals.service.js';
import { VotesConsumer } from './votes.consumer.js';

@Module({
  controllers: [BlindRoundsGrpc],
  providers: [RevealsCron, RevealsRepository, RevealsService, VotesConsumer],
})
export class RevealsModule {}
