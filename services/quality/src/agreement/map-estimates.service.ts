import { Injectable } from '@nestjs/common';
import type { CallEstimate } from '@polylogue/proto';
import { CatalogClient, type Caller } from '@polylogue/service-kit';
import { EstimatesClient } from '../clients/estimates.client.js';
import { RepliesClient } from '../clients/replies.client.js';
import * as errors from './agreement.errors.js';
import { DefaultExtractorService } from './default-extractor.service.js';
import { extractorOf, issuesOf, type MapRequest } from './agreement-maps.service.js';
import { extractionTask, firstMessages } from './extraction.service.js';
import { labelled } from './extraction-prompt.rules.js';

/** What a map would cost before it is made: the messages its extractor would be sent, without being sent. */
@Injectable()
export class MapEstimatesService {
  constructor(
    private readonly replies: RepliesClient,
    private readonly catalog: CatalogClient,
    private readonly estimates: EstimatesClient,
    private readonly defaultExtractor: DefaultExtractorService,
  ) {}

  async estimate(caller: Caller, request: Omit<MapRequest, 'idempotencyKey'>): Promise<CallEstimate> {
    caller.mustBeApproved();
    const issues = issuesOf(request);
    if (issues.length > 0) throw errors.invalidMap(issues);
    const { messageIds } = request;
    const [services, replies, preferred] = await Promise.all([
      this.catalog.list(),
      this.replies.read(caller.userId, messageIds),
      this.defaultExtractor.chosen(),
    ]);
    if (replies.length < messageIds.length) throw errors.repliesNotFound();
    const aiService = extractorOf(request.extractor, services, replies, preferred);
    const messages = firstMessages(labelled(replies, ''));
    const [estimate] = await this.estimates.estimate(caller.userId, [{ aiService, task: extractionTask, messages }]);
    if (!estimate) throw errors.noExtractor();
    return estimate;
  }
}
