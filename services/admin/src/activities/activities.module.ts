import { Module } from '@nestjs/common';
import { ActivitiesConsumer } from './activities.consumer.js';
import { ActivitiesRepository } from './activities.repository.js';
import { TotalsRepository } from './totals.repository.js';

@Module({ providers: [ActivitiesConsumer, ActivitiesRepository, TotalsRepository], exports: [TotalsRepository] })
export class ActivitiesModule {}
