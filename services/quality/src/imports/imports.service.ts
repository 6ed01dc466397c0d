import { Inject, Injectable } from '@nestjs/common';
import { StageAssessmentsRequest } from '@polylogue/proto';
import { AppError, CONFIG, Database, type Caller, type Transaction } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { ImportsRepository } from './imports.repository.js';
import { toImported } from './imports.rules.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Assessments of an import: staged first, then inserted for the conversations that were imported, and no others. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly repository: ImportsRepository,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: QualityConfig,
  ) {}

  async stage(caller: Caller, { importId, part, assessments }: StageAssessmentsRequest): Promise<void> {
    caller.mustBeApproved();
    const { userId } = caller;
    if (!uuid.test(importId) || part < 0)
      throw new AppError('invalid', 'invalid_import', 'The import has no valid id.');
    // Validated now, so that a fault is reported while the file is still read.
    for (const assessment of assessments) toImported(userId, assessment);
    const body = Buffer.from(StageAssessmentsRequest.encode({ importId, part, assessments }).finish());
    await this.database.asUser(userId, async (tx) => {
      if (part === 0) await this.repository.removeOld(tx, userId);
      await this.repository.stage(tx, userId, importId, part, body);
      const maxMegabytes = this.config.QUALITY_IMPORT_MEGABYTES;
      if ((await this.repository.stagedBytes(tx, userId)) > maxMegabytes * 1024 * 1024)
        throw quotaReached(maxMegabytes);
    });
  }

  async take(tx: Transaction, userId: string, importId: string, conversationIds: readonly string[]): Promise<void> {
    const came = new Set(conversationIds);
    let row = await this.repository.staged(tx, userId, importId, -1);
    for (; row; row = await this.repository.staged(tx, userId, importId, row.part)) {
      const { assessments } = StageAssessmentsRequest.decode(row.assessments);
      const taken = assessments.filter(({ conversationId }) => came.has(conversationId));
      if (taken.length > 0)
        await this.repository.insert(
          tx,
          userId,
          taken.map((each) => toImported(userId, each)),
        );
    }
  }
}

const quotaReached = (megabytes: number) =>
  new AppError(
    'rate_limited',
    'import_quota_reached',
    `One account can import ${megabytes} MB of scores in 24 hours, and this file goes beyond that. Nothing was imported. Export fewer conversations at a time, or try again tomorrow.`,
    { retryAfterSeconds: 24 * 60 * 60 },
  );
