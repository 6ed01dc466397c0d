import { Injectable } from '@nestjs/common';
import { StageAssessmentsRequest } from '@polylogue/proto';
import type { Caller, Transaction } from '@polylogue/service-kit';
import { StagingService } from '../staging/staging.service.js';
import { ImportsRepository } from './imports.repository.js';
import { toImported } from './imports.rules.js';

/** Assessments of an import: staged first, then inserted for the conversations that were imported, and no others. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly repository: ImportsRepository,
    private readonly staging: StagingService,
  ) {}

  async stage(caller: Caller, { importId, part, assessments }: StageAssessmentsRequest): Promise<void> {
    caller.mustBeApproved();
    // Validated now, so that a fault is reported while the file is still read.
    for (const assessment of assessments) toImported(caller.userId, assessment);
    const body = StageAssessmentsRequest.encode({ importId, part, assessments }).finish();
    await this.staging.stage(caller, 'assessments', { importId, part, body });
  }

  async take(tx: Transaction, userId: string, importId: string, conversationIds: readonly string[]): Promise<void> {
    const came = new Set(conversationIds);
    for await (const body of this.staging.partsOf(tx, 'assessments', userId, importId)) {
      const { assessments } = StageAssessmentsRequest.decode(body);
      const taken = assessments.filter(({ conversationId }) => came.has(conversationId));
      if (taken.length === 0) continue;
      const rows = taken.map((each) => toImported(userId, each));
      await this.repository.insert(tx, userId, rows);
    }
  }
}
