import { Injectable } from '@nestjs/common';
import { isUuid } from '@polylogue/proto';
import { Database } from '@polylogue/service-kit';
import { CurrentSettings } from './current-settings.service.js';
import type { AppliedRubric } from '../rubric/applied-rubric.js';
import { builtIn, builtInId } from '../rubric/built-in.rules.js';
import { madeRubric } from '../rubric/made-rubric.rules.js';
import { builtInOf } from '../rubric/rubrics.js';
import { rubricNotFound } from './rubrics.errors.js';
import { RubricsRepository } from './rubrics.repository.js';

/** Which version of which rubric is judged by. */
@Injectable()
export class RubricVersions {
  constructor(
    private readonly database: Database,
    private readonly repository: RubricsRepository,
    private readonly settings: CurrentSettings,
  ) {}

  /** What an assessment names; undefined when it is no longer there. */
  async ofVersion(version: string): Promise<AppliedRubric | undefined> {
    const known = builtInOf(version);
    if (known || !isUuid(version)) return known;
    const found = await this.database.asWorker((tx) => this.repository.version(tx, version));
    return found && madeRubric(version, found.number, found.text);
  }

  /** What is judged by without a choice; the built-in rubric when the chosen one is gone. */
  async current(): Promise<string> {
    const { defaultRubricId } = await this.settings.current();
    if (defaultRubricId === undefined) return builtIn.version;
    const found = await this.database.asWorker((tx) => this.repository.shared(tx, defaultRubricId));
    return found?.versionId ?? builtIn.version;
  }

  /** All versions of what is judged by without a choice, the newest first. */
  async ofDefault(): Promise<string[]> {
    const { defaultRubricId } = await this.settings.current();
    if (defaultRubricId === undefined) return [builtIn.version];
    return this.database.asWorker((tx) => this.repository.versionsOf(tx, defaultRubricId));
  }

  /** The newest version of a rubric that this user may use. */
  async chosen(userId: string, rubricId: string): Promise<string> {
    if (rubricId === builtInId) return builtIn.version;
    if (!isUuid(rubricId)) throw rubricNotFound();
    const found = await this.database.asWorker((tx) => this.repository.find(tx, userId, rubricId));
    if (!found) throw rubricNotFound();
    return found.versionId;
  }
}
