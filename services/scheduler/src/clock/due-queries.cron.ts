import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { ClaimsService } from '../executions/claims.service.js';
import { Ticks } from './ticks.js';

/** Claims what is due and has it woken; nothing else. */
@Injectable()
export class DueQueriesCron implements OnApplicationBootstrap {
  constructor(
    private readonly ticks: Ticks,
    private readonly claims: ClaimsService,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.ticks.every('due queries', this.config.SCHEDULER_TICK_SECONDS, () => this.claims.claimDue());
  }
}
