import { Module } from '@nestjs/common';
import { SuitesRepository } from './suites.repository.js';

/** Suites as they are stored, also for backtests, which compare on their rounds. */
@Module({ providers: [SuitesRepository], exports: [SuitesRepository] })
export class StoredSuitesModule {}
