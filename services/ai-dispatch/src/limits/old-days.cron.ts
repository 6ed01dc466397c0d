import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { inBatches, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import { BudgetsRepository } from './budgets.repository.js';
import { daysBefore } from '../usage/days.rules.js';

const everyMs = 6 * 3_600_000;
const keptDays = 3;
const maxRows = 2_000;

/** Forgets budgets of days that are over, each replica at moments of its own. */
@Injectable()
export class OldDaysCron implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly removing: PeriodicTask;

  constructor(
    private readonly budgets: BudgetsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.removing = new PeriodicTask({
      everyMs,
      work: () => this.tidy(),
      onError: (error) => logger.warn({ err: error }, 'removing budgets of old days failed'),
      spread: 0.5,
    });
  }

  onApplicationBootstrap(): void {
    this.removing.start('soon');
  }

  onModuleDestroy(): Promise<void> {
    return this.removing.stop();
  }

  async tidy(): Promise<void> {
    const before = daysBefore(new Date(), keptDays);
    const isStopped = () => this.removing.isStopped;
    for (const table of ['reservations', 'key_reservations', 'budget_days'] as const) {
      await inBatches(maxRows, (max) => this.budgets.tidy(table, before, max), isStopped);
    }
  }
}
