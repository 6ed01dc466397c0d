import { Module } from '@nestjs/common';
import { BlindModule } from '../blind/blind.module.js';
import { RepliesModule } from '../replies/replies.module.js';
import { RepliesToJudgeGrpc } from './replies-to-judge.grpc.js';
import { RepliesToJudgeRepository } from './replies-to-judge.repository.js';
import { RepliesToJudgeService } from './replies-to-judge.service.js';

@Module({
  imports: [BlindModule, RepliesModule],
  controllers: [RepliesToJudgeGrpc],
  providers: [RepliesToJudgeService, RepliesToJudgeRepository],
})
export class RepliesToJudgeModule {}
