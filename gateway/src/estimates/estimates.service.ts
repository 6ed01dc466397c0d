import { Injectable } from '@nestjs/common';
import type { Estimate, estimateMessage, ValidBodyOf } from '@polylogue/api-contract';
import {
  isBlindName,
  serviceOf,
  type CallEstimate,
  type ContextSize,
  type PreviewJudgingResponse,
} from '@polylogue/proto';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toBlindEstimate, toEstimate, toJudging, toServiceEstimate, type LabelOf } from './estimates.mapper.js';
import { costOfVerdicts, verdictsOf, type PlannedVerdicts } from './judging-cost.rules.js';

const noJudges: PreviewJudgingResponse = { judges: [], judgeCount: 0, share: 0 };

/** Who judges and who reads is said beside the price; the price does not wait for them. */
const besideMs = 500;

/** What a message would cost: its contexts by conversation, their prices by ai-dispatch, its judges by quality. */
@Injectable()
export class EstimatesService {
  constructor(
    @InjectClient('contexts') private readonly contexts: ClientOf<'contexts'>,
    @InjectClient('estimates') private readonly estimates: ClientOf<'estimates'>,
    @InjectClient('claims') private readonly claims: ClientOf<'claims'>,
    @InjectClient('assessments') private readonly assessments: ClientOf<'assessments'>,
    private readonly catalog: CatalogService,
  ) {}

  async estimate(body: ValidBodyOf<typeof estimateMessage>): Promise<Estimate> {
    const { selectedAIs, messageBytes, fileBytes = 0, reading, run } = body;
    const labels = this.catalog.labels();
    if (selectedAIs.some(isBlindName)) return this.#ofBlindRound(body, await labels);
    const preview = this.#preview(selectedAIs, run);
    const contexts = await this.#contexts(body);
    const estimates = await this.#priced(contexts, body);
    const question = { low: messageBytes, high: messageBytes + fileBytes };
    const judging = await this.#judging(await preview, (judged) =>
      verdictsOf(
        judged,
        selectedAIs,
        estimates,
        question,
        contexts.map(({ bytes }) => bytes),
      ),
    );
    const reader = reading && (await this.#reading(reading, messageBytes, estimates));
    return {
      ...toEstimate(selectedAIs, estimates, await labels),
      reading: reader && toServiceEstimate((await labels)(reader.aiService), reader),
      judging: judging && toJudging(judging.preview, judging.cost, await labels),
    };
  }

  /** Its replies are not judged before the vote. */
  async #ofBlindRound(body: ValidBodyOf<typeof estimateMessage>, labelOf: LabelOf): Promise<Estimate> {
    const { selectedAIs: aiServices, settings } = body;
    const { blindRound } = await this.contexts.measureContexts({ aiServices, settings });
    return { ...toBlindEstimate(aiServices, await this.#priced(blindRound, body), labelOf), judging: null };
  }

  async #priced(
    contexts: readonly ContextSize[],
    { messageBytes, fileBytes = 0, pictures: filePictures }: ValidBodyOf<typeof estimateMessage>,
  ): Promise<CallEstimate[]> {
    if (contexts.length === 0) return [];
    const calls = contexts.map(({ aiService, bytes, pictures, maxOutputTokens, webSearch }) => ({
      aiService: serviceOf(aiService),
      bytes: bytes + messageBytes,
      pictures,
      fileBytes,
      filePictures,
      maxOutputTokens,
      webSearch,
    }));
    return (await this.estimates.estimateCalls({ calls })).estimates;
  }

  /** How much is sent along with the message; a run of a saved query sends its text alone. */
  async #contexts({ run, contextBytes, ...body }: ValidBodyOf<typeof estimateMessage>): Promise<ContextSize[]> {
    const { selectedAIs: aiServices, conversationId, settings } = body;
    const bytes = run ? 0 : contextBytes;
    if (bytes !== undefined) return aiServices.map((aiService) => ({ aiService, bytes, pictures: 0 }));
    return (await this.contexts.measureContexts({ aiServices, conversationId, settings })).contexts;
  }

  /** Who would judge; undefined while quality does not answer. */
  async #preview(
    aiServices: string[],
    run: ValidBodyOf<typeof estimateMessage>['run'],
  ): Promise<PreviewJudgingResponse | undefined> {
    if (run && !run.judged) return noJudges;
    const wanted = { aiServices, isRequested: run?.judged ?? false, rubricId: run?.rubricId ?? undefined };
    return this.assessments.previewJudging(wanted, { deadlineMs: besideMs }).catch(() => undefined);
  }

  /** What reading the answers of a first watched run would cost; undefined while quality does not answer. */
  async #reading(
    { answers, extractor }: NonNullable<ValidBodyOf<typeof estimateMessage>['reading']>,
    questionBytes: number,
    estimates: readonly CallEstimate[],
  ): Promise<CallEstimate | undefined> {
    const texts = estimates.flatMap(({ aiService, answerLowBytes = 0, answerHighBytes = 0 }) =>
      Array.from({ length: answers }, () => ({ aiService, lowBytes: answerLowBytes, highBytes: answerHighBytes })),
    );
    const request = { questionBytes, texts, extractor: extractor ?? undefined };
    const answer = await this.claims.estimateReading(request, { deadlineMs: besideMs }).catch(() => undefined);
    return answer?.estimate;
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
    const priced = await this.estimates.estimateCalls({ calls }, { deadlineMs: besideMs }).catch(() => undefined);
    return { preview, cost: priced && costOfVerdicts(verdicts, priced.estimates, preview.judgeCount) };
  }
}
