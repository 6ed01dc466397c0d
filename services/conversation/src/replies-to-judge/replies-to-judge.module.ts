import { Module } from '@nestjs/common';
import { RepliesToJudgeGrpc } from './replies-to-judge.grpc.js';
import { RepliesToJudgeRepository } from './replies-to-judge.repository.js';
import { RepliesToJudgeService } from './replies-to-judge.service.js';

@Module({ controllers: [RepliesToJudgeGrpc], providers: [RepliesToJudgeService, RepliesToJudgeRepository] })
export class RepliesToJudgeModule {}
