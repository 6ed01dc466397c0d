import { Injectable } from '@nestjs/common';
import type { JudgingSettings } from '@polylogue/proto';
import { Database, Events, type Caller } from '@polylogue/service-kit';
import { invalidInput } from './rubrics.errors.js';
import { RubricsRepository } from './rubrics.repository.js';
import { JudgingSettingsRepository } from './judging-settings.repository.js';
import { savedSettings } from './judging-settings.rules.js';
import { CurrentSettings } from './current-settings.service.js';

/** Who judges, when, how often and within which budget. */
@Injectable()
export class JudgingSettingsService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly repository: JudgingSettingsRepository,
    private readonly rubrics: RubricsRepository,
    private readonly store: CurrentSettings,
  ) {}

  get(caller: Caller): Promise<JudgingSettings> {
    caller.mustBeAdmin();
    this.store.forget();
    return this.store.current();
  }

  async set(caller: Caller, input: JudgingSettings | undefined): Promise<JudgingSettings> {
    caller.mustBeAdmin();
    const parsed = savedSettings.safeParse(input);
    if (!parsed.success) throw invalidInput(parsed.error);
    const settings: JudgingSettings = { ...parsed.data, judges: [...new Set(parsed.data.judges)], isSaved: true };
    await this.database.asWorker(async (tx) => {
      // A gateway of the version before knows nothing of it.
      settings.defaultExtractor ??= (await this.repository.find(tx))?.defaultExtractor;
      if (settings.defaultRubricId !== undefined) await this.rubrics.mustBeShared(tx, settings.defaultRubricId);
      await this.repository.save(tx, settings);
      const event = { action: 'judging_settings_changed', actorId: caller.userId };
      await this.events.in(tx).publish('quality.judging_changed.v1', event);
    });
    this.store.forget();
    return settings;
  }
}
