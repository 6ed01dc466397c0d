import { Module } from '@nestjs/common';
import { RepliesModule } from '../replies/replies.module.js';
import { SampleRoundsGrpc } from './sample-rounds.grpc.js';
import { SampleRoundsRepository } from './sample-rounds.repository.js';
import { SampleRoundsService } from './sample-rounds.service.js';

@Module({
  imports: [RepliesModule],
  controllers: [SampleRoundsGrpc],
  providers: [SampleRoundsService, SampleRoundsRepository],
})
export class SampleRoundsModule {}
