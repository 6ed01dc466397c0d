import { Controller } from '@nestjs/common';
import { getOwnAllowance } from '@polylogue/api-contract';
import { Serves } from '../http/serves.js';
import { AllowanceService } from './allowance.service.js';

@Controller()
export class AllowanceController {
  constructor(private readonly allowance: AllowanceService) {}

  @Serves(getOwnAllowance)
  own() {
    return this.allowance.own();
  }
}
