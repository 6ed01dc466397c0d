import { Module } from '@nestjs/common';
import { CallsRepository } from './calls.repository.js';
import { LedgerService } from './ledger.service.js';
import { LostCallsCron } from './lost-calls.cron.js';

@Module({ providers: [CallsRepository, LedgerService, LostCallsCron], exports: [LedgerService] })
export class LedgerModule {}
