import { Injectable } from '@nestjs/common';
import type { AiServiceLabel, Estimate, estimateMessage, ValidBodyOf } from '@polylogue/api-contract';
import { serviceOf } from '@polylogue/proto';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toEstimate, toJudging } from './estimates.mapper.js';

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
    const judging = this.#judging(selectedAIs, labels);
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
    return { ...toEstimate(selectedAIs, estimates, await labels), judging: await judging };
  }

  /** Undefined while quality does not answer. */
  async #judging(aiServices: string[], labels: Promise<(name: string) => AiServiceLabel>) {
    try {
      const preview = await this.assessments.previewJudging({ aiServices }, { deadlineMs: judgingMs });
      return toJudging(preview, await labels);
    } catch {
      return undefined;
    }
  }
}
