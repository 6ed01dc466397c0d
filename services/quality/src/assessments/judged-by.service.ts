import { Injectable } from '@nestjs/common';
import { Database } from '@polylogue/service-kit';
import { RubricVersions } from '../rubrics/rubric-versions.service.js';
import { AssessmentsRepository } from './assessments.repository.js';

/** By which version of which rubric a broadcast is judged when a user requests it. */
@Injectable()
export class JudgedBy {
  constructor(
    private readonly repository: AssessmentsRepository,
    private readonly rubrics: RubricVersions,
    private readonly database: Database,
  ) {}

  /** The newest version of the rubric that is chosen; else what it is judged by already, else the default. */
  async version(userId: string, broadcastId: string, rubricId: string | undefined): Promise<string> {
    if (rubricId !== undefined) return this.rubrics.chosen(userId, rubricId);
    const version = await this.database.asUser(userId, (tx) => this.repository.rubricVersion(tx, userId, broadcastId));
    const known = version === undefined ? undefined : await this.rubrics.ofVersion(version);
    return known?.version ?? this.rubrics.current();
  }
}
