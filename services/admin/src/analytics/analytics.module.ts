import { Module } from '@nestjs/common';
import { AnalyticsGrpc } from './analytics.grpc.js';
import { AnalyticsRepository } from './analytics.repository.js';
import { AnalyticsService } from './analytics.service.js';

@Module({ controllers: [AnalyticsGrpc], providers: [AnalyticsService, AnalyticsRepository] })
export class AnalyticsModule {}
