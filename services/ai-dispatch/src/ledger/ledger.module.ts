import { Module } from '@nestjs/common';
import { CallsRepository } from './calls.repository.js';
import { LedgerService } from './ledger.service.js';

@Module({ providers: [CallsRepository, LedgerService], exports: [LedgerService] })
export class LedgerModule {}
