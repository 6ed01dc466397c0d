import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, Ticking, type Logger } from '@polylogue/service-kit';
import { BudgetsRepository } from './budgets.repository.js';
import { daysBefore } from './days.rules.js';

const everyMs = 6 * 3_600_000;
const keptDays = 3;

/** Forgets budgets of days that are over, each replica at moments of its own. */
@Injectable()
export class OldDaysCron implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly tidying: Ticking;

  constructor(budgets: BudgetsRepository, @Inject(LOGGER) logger: Logger) {
    this.tidying = new Ticking(everyMs, () => budgets.tidy(daysBefore(new Date(), keptDays)), {
      onError: (error) => logger.warn({ err: error }, 'budgets of old days are not forgotten yet'),
      spread: 0.5,
    });
  }

  onApplicationBootstrap(): void {
    this.tidying.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.tidying.stop();
  }
}
