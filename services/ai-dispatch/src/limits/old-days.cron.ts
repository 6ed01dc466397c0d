import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@polylogue/service-kit';
import { BudgetsRepository } from './budgets.repository.js';
import { daysBefore } from './days.rules.js';

const everyMs = 6 * 3_600_000;
const keptDays = 3;

/** Forgets budgets of days that are over, each replica at moments of its own. */
@Injectable()
export class OldDaysCron implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly budgets: BudgetsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => void this.run(), everyMs * (0.5 + Math.random())).unref();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  async run(): Promise<void> {
    try {
      await this.budgets.tidy(daysBefore(new Date(), keptDays));
    } catch (error) {
      this.logger.warn({ err: error }, 'budgets of old days are not forgotten yet');
    }
    this.onApplicationBootstrap();
  }
}
