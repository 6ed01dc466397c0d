import { Module } from '@nestjs/common';
import { UsageGrpc } from './usage.grpc.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({ controllers: [UsageGrpc], providers: [UsageRepository, UsageService], exports: [UsageRepository] })
export class UsageModule {}
