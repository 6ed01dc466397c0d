import { Controller } from '@nestjs/common';
import {
  cancelSettling,
  createSettling,
  estimateSettling,
  getSettling,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { AllowanceService } from '../allowance/allowance.service.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { SettlingsService } from './settlings.service.js';

@Controller()
export class SettlingsController {
  constructor(
    private readonly settlings: SettlingsService,
    private readonly allowance: AllowanceService,
  ) {}

  @Serves(createSettling)
  async create(
    @PathId() id: string,
    @ValidBody() { claims = [] }: ValidBodyOf<typeof createSettling>,
    @IdempotencyKey() key: string | undefined,
  ) {
    const asked = await this.settlings.asked(id, claims);
    // No service to ask: it is refused with the reason.
    if (asked.length > 0) await this.allowance.take(createSettling, key, asked);
    return this.settlings.create(id, claims, key);
  }

  @Serves(getSettling)
  get(@PathId() id: string) {
    return this.settlings.get(id);
  }

  @Serves(cancelSettling)
  cancel(@PathId() id: string) {
    return this.settlings.cancel(id);
  }

  @Serves(estimateSettling)
  estimate(@PathId() id: string, @ValidBody() { claims = [] }: ValidBodyOf<typeof estimateSettling>) {
    return this.settlings.estimate(id, claims);
  }
}
