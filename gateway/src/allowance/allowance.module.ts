import { Global, Module } from '@nestjs/common';
import { AllowanceController } from './allowance.controller.js';
import { AllowanceService } from './allowance.service.js';

/** Used by every feature that spends money. */
@Global()
@Module({ controllers: [AllowanceController], providers: [AllowanceService], exports: [AllowanceService] })
export class AllowanceModule {}
