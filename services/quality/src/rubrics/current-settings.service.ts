import { Inject, Injectable } from '@nestjs/common';
import type { JudgingSettings } from '@polylogue/proto';
import { CONFIG, Database, RecentAnswers } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { JudgingSettingsRepository } from './judging-settings.repository.js';
import { settingsOf } from './judging-settings.rules.js';

/** Every process looks this often at most, so that a change counts everywhere within it. */
const lastsMs = 1_000;

/** What the judging goes by now. */
@Injectable()
export class CurrentSettings {
  readonly #recent = new RecentAnswers<JudgingSettings>({ lastsMs }, { now: () => performance.now() });

  constructor(
    private readonly database: Database,
    private readonly repository: JudgingSettingsRepository,
    @Inject(CONFIG) private readonly config: QualityConfig,
  ) {}

  current(): Promise<JudgingSettings> {
    return this.#recent.get('', () => this.#load());
  }

  /** The next look is at the database. */
  forget(): void {
    this.#recent.forget();
  }

  async #load(): Promise<JudgingSettings> {
    const saved = await this.database.asWorker((tx) => this.repository.find(tx));
    return saved ?? settingsOf(this.config);
  }
}
