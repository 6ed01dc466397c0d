import { Injectable } from '@nestjs/common';
import type { CallEstimate } from '@polylogue/proto';
import { CatalogClient, Database, type Caller } from '@polylogue/service-kit';
import { EstimatesClient } from '../clients/estimates.client.js';
import * as errors from './summaries.errors.js';
import type { SummaryToEstimate } from './summary.entity.js';
import { SummaryMatterService } from './summary-matter.service.js';
import { summaryTask, summaryThread } from './summary-prompt.rules.js';
import { issuesOfEstimate } from './summary.rules.js';

/** What a summary would cost before it is written: how long the thread is that its summarizer would be sent. */
@Injectable()
export class SummaryEstimatesService {
  constructor(
    private readonly matter: SummaryMatterService,
    private readonly estimates: EstimatesClient,
    private readonly catalog: CatalogClient,
    private readonly database: Database,
  ) {}

  async estimate(caller: Caller, requested: SummaryToEstimate): Promise<CallEstimate> {
    caller.mustBeApproved();
    const issues = issuesOfEstimate(requested);
    if (issues.length > 0) throw errors.invalidSummary(issues);
    const { userId } = caller;
    const { kind, instructionBytes = 0 } = requested;
    const services = await this.catalog.list();
    const { replies, aiService } = await this.database.asUser(userId, (tx) =>
      this.matter.read(tx, userId, requested, services),
    );
    const thread = summaryThread({ kind, instruction: 'x'.repeat(instructionBytes) }, replies);
    const bytes = thread.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    const estimate = await this.estimates.estimate({ aiService, bytes, fileBytes: 0, task: summaryTask });
    if (!estimate) throw errors.noSummarizer();
    return estimate;
  }
}
