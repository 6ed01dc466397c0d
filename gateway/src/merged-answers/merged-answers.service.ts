import { Injectable } from '@nestjs/common';
import type {
  AgreementMap,
  continueMergedAnswer,
  createMergedAnswer,
  Estimate,
  estimateMergedAnswer,
  MergedAnswer,
  ValidBodyOf,
} from '@polylogue/api-contract';
import { Mode } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { AgreementMapsService } from '../agreement-maps/agreement-maps.service.js';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toOwnEstimate } from '../estimates/estimates.mapper.js';
import { answerForPrompt } from './answer-proof.rules.js';
import { toMergedAnswer } from './merged-answers.mapper.js';

@Injectable()
export class MergedAnswersService {
  constructor(
    @InjectClient('mergedAnswers') private readonly answers: ClientOf<'mergedAnswers'>,
    @InjectClient('broadcasts') private readonly broadcasts: ClientOf<'broadcasts'>,
    private readonly maps: AgreementMapsService,
    private readonly catalog: CatalogService,
  ) {}

  async create(
    mapId: string,
    { writerAI, steering, basedOn }: ValidBodyOf<typeof createMergedAnswer>,
    idempotencyKey: string | undefined,
  ): Promise<MergedAnswer> {
    const request = { mapId, writer: writerAI ?? undefined, steering, basedOn, idempotencyKey };
    const answer = await this.answers.createMergedAnswer(request);
    return toMergedAnswer(answer, await this.catalog.labels());
  }

  async estimate(mapId: string, { writerAI, ...wish }: ValidBodyOf<typeof estimateMergedAnswer>): Promise<Estimate> {
    const [{ estimate }, labelOf] = await Promise.all([
      this.answers.estimateMergedAnswer({ ...wish, mapId, writer: writerAI ?? undefined }),
      this.catalog.labels(),
    ]);
    return toOwnEstimate([estimate], labelOf);
  }

  async list(mapId: string): Promise<MergedAnswer[]> {
    const [{ answers }, labelOf] = await Promise.all([
      this.answers.listMergedAnswers({ mapId, messageIds: [] }),
      this.catalog.labels(),
    ]);
    return answers.map((answer) => toMergedAnswer(answer, labelOf));
  }

  async get(id: string): Promise<MergedAnswer> {
    const [answer, labelOf] = await Promise.all([this.answers.getMergedAnswer({ id }), this.catalog.labels()]);
    return toMergedAnswer(answer, labelOf);
  }

  /** With the map that says who stands behind each sentence. */
  async withMap(id: string): Promise<{ answer: MergedAnswer; map: AgreementMap }> {
    const answer = await this.get(id);
    return { answer, map: await this.maps.get(answer.mapId) };
  }

  follow(id: string, signal: AbortSignal) {
    return this.answers.followMergedAnswer({ id }, { signal });
  }

  cancel(id: string) {
    return this.answers.cancelMergedAnswer({ id });
  }

  async delete(id: string): Promise<void> {
    await this.answers.deleteMergedAnswer({ id });
  }

  /** What a continuation begins with: the question, and the answer with who stands behind it. */
  async historyOf(id: string) {
    const { answer, map } = await this.withMap(id);
    if (answer.status === 'pending') throw stillOpen();
    const content = answerForPrompt(answer, map);
    if (content === '') throw empty();
    return [
      { isUser: true, content: answer.question },
      { isUser: false, content },
    ];
  }

  continue(
    { newMessage, selectedAIs }: ValidBodyOf<typeof continueMergedAnswer>,
    history: { isUser: boolean; content: string }[],
    idempotencyKey: string | undefined,
    signal: AbortSignal,
  ) {
    const mode = selectedAIs.length === 1 ? Mode.INDIVIDUAL : Mode.SELECTIVE;
    const ownComparison = { history };
    const request = { message: newMessage, aiServices: selectedAIs, mode, idempotencyKey, ownComparison };
    return this.broadcasts.sendMessage(request, { signal });
  }
}

const stillOpen = () =>
  new AppError(
    'conflict',
    'merged_answer_still_open',
    'This answer is still being written. Wait for its end, or stop it.',
  );

const empty = () =>
  new AppError(
    'conflict',
    'merged_answer_empty',
    'This answer has no sentence to continue from. Have another one written.',
  );
