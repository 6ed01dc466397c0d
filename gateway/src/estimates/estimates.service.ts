import { Injectable } from '@nestjs/common';
import type { Estimate, estimateMessage, ValidBodyOf } from '@polylogue/api-contract';
import { serviceOf, type PreviewJudgingResponse } from '@polylogue/proto';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toEstimate, toJudging } from './estimates.mapper.js';
import { costOfVerdicts, verdictsOf, type PlannedVerdicts } from './judging-cost.rules.js';

/** Who judges is said beside the price; the price does not wait for it. */
const judgingMs = 500;

/** What a message would cost: its contexts by conversation, their prices by ai-dispatch, its judges by quality. */
@Injectable()
export class EstimatesService {
  constructor(
    @InjectClient('contexts') private readonly contexts: ClientOf<'contexts'>,
    @InjectClient('estimates') private readonly estimates: ClientOf<'estimates'>,
    @InjectClient('assessments') private readonly assessments: ClientOf<'assessments'>,
    private readonly catalog: CatalogService,
  ) {}

  async estimate(body: ValidBodyOf<typeof estimateMessage>): Promise<Estimate> {
    const { selectedAIs, messageBytes, fileBytes = 0, pictures: filePictures, conversationId } = body;
    const labels = this.catalog.labels();
    const preview = this.#preview(selectedAIs);
    const { contexts } = await this.contexts.measureContexts({ aiServices: selectedAIs, conversationId });
    const calls = contexts.map(({ aiService, bytes, pictures, maxOutputTokens }) => ({
      aiService: serviceOf(aiService),
      bytes: bytes + messageBytes,
      pictures,
      fileBytes,
      filePictures,
      maxOutputTokens,
    }));
    const { estimates } = await this.estimates.estimateCalls({ calls });
    const question = { low: messageBytes, high: messageBytes + fileBytes };
    const judging = await this.#judging(await preview, (judged) =>
      verdictsOf(judged, selectedAIs, estimates, question),
    );
    return {
      ...toEstimate(selectedAIs, estimates, await labels),
      judging: judging && toJudging(judging.preview, judging.cost, await labels),
    };
  }

  /** Who would judge; undefined while quality does not answer. */
  #preview(aiServices: string[]): Promise<PreviewJudgingResponse | undefined> {
    return this.assessments.previewJudging({ aiServices }, { deadlineMs: judgingMs }).catch(() => undefined);
  }

  /** With what that would cost; undefined where it cannot be said now. */
  async #judging(
    preview: PreviewJudgingResponse | undefined,
    plan: (preview: PreviewJudgingResponse) => PlannedVerdicts[],
  ) {
    if (!preview) return undefined;
    const verdicts = plan(preview);
    if (verdicts.length === 0) return { preview, cost: undefined };
    const calls = verdicts.map(({ call }) => call);
    const priced = await this.estimates.estimateCalls({ calls }, { deadlineMs: judgingMs }).catch(() => undefined);
    return { preview, cost: priced && costOfVerdicts(verdicts, priced.estimates, preview.judgeCount) };
  }
}
