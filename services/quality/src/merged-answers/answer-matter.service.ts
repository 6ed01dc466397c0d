import { Injectable } from '@nestjs/common';
import { Category, ServiceStatus, isUuid, type AiService } from '@polylogue/proto';
import { CatalogClient, Database } from '@polylogue/service-kit';
import type { AgreementMap, Claim } from '../agreement/agreement-map.entity.js';
import { AgreementMapsRepository } from '../agreement/agreement-maps.repository.js';
import { chooseExtractor } from '../agreement/extractor.rules.js';
import { RepliesClient } from '../clients/replies.client.js';
import type { AnswerRequest } from './answer-request.rules.js';
import type { MergedAnswer } from './merged-answer.entity.js';
import * as errors from './merged-answers.errors.js';
import { MergedAnswersRepository } from './merged-answers.repository.js';
import { claimsToWriteFrom } from './standing.rules.js';
import type { WritingMatter } from './writing-prompt.rules.js';

const maxQuestion = 8_000;

/** What a version is written from. */
interface Basis {
  map: AgreementMap;
  earlier?: MergedAnswer | undefined;
}

/** The same with what its writer is given, and who that is. */
export interface AnswerMatter extends Basis {
  question: string;
  claims: ReadonlyMap<number, Claim>;
  writer: string;
}

/** Reads what a version is written from. One that is estimated and one that is written have it from here. */
@Injectable()
export class AnswerMatterService {
  constructor(
    private readonly repository: MergedAnswersRepository,
    private readonly maps: AgreementMapsRepository,
    private readonly replies: RepliesClient,
    private readonly catalog: CatalogClient,
    private readonly database: Database,
  ) {}

  async read(userId: string, request: Pick<AnswerRequest, 'mapId' | 'basedOn' | 'writer'>): Promise<AnswerMatter> {
    const basis = await this.#basisOf(userId, request);
    const claims = claimsToWriteFrom(basis.map);
    if (claims.size === 0) throw errors.nothingProven();
    const [services, question] = await Promise.all([this.catalog.list(), this.#questionOf(userId, basis.map)]);
    return { ...basis, claims, question, writer: writerOf(request.writer, services, basis.map) };
  }

  async #basisOf(userId: string, { mapId, basedOn }: Pick<AnswerRequest, 'mapId' | 'basedOn'>): Promise<Basis> {
    if (!isUuid(mapId)) throw errors.mapNotFound();
    const { map, earlier } = await this.database.asUser(userId, async (tx) => ({
      map: await this.maps.find(tx, userId, mapId),
      earlier: basedOn !== undefined && isUuid(basedOn) ? await this.repository.find(tx, userId, basedOn) : undefined,
    }));
    if (!map) throw errors.mapNotFound();
    if (map.status !== 'completed') throw errors.mapNotReady();
    if (basedOn === undefined) return { map };
    if (earlier?.mapId !== map.id) throw errors.answerNotFound();
    if (earlier.status === 'pending') throw errors.basisStillOpen();
    return { map, earlier: earlier.sentences.length === 0 ? undefined : earlier };
  }

  // Of replies that were deleted meanwhile the map, and what is written from it, is about to go as well.
  async #questionOf(userId: string, { replies }: AgreementMap): Promise<string> {
    const read = await this.replies.read(
      userId,
      replies.map(({ messageId }) => messageId),
    );
    if (read.length === 0) throw errors.repliesNotFound();
    return [...new Set(read.map(({ question }) => question))].join('\n\n').slice(0, maxQuestion);
  }
}

/** What the writer is given of it. */
export const writingMatterOf = (
  { question, claims, map, earlier }: AnswerMatter,
  steering: string | undefined,
): WritingMatter => ({ question, claims, marks: map.marks, steering, earlier: earlier?.sentences });

/** Who writes when nobody is named: who found the claims, if it can be reached, else who would find them now. */
function writerOf(wanted: string | undefined, services: readonly AiService[], map: AgreementMap): string {
  if (wanted === undefined) {
    const extractor = services.find(({ name }) => name === map.extractor);
    const authors = map.replies.map(({ aiService }) => aiService);
    const canWrite = extractor?.category === Category.TEXT && extractor.status !== ServiceStatus.ERROR;
    const chosen = canWrite ? extractor : chooseExtractor(services, authors);
    if (!chosen) throw errors.noWriter();
    return chosen.name;
  }
  const service = services.find(({ name }) => name === wanted);
  const fault = (message: string) => errors.invalidAnswer([{ path: 'writerAI', message }]);
  if (!service) throw fault(`There is no AI service called "${wanted.slice(0, 64)}".`);
  if (service.category !== Category.TEXT) throw fault(`${service.displayName} does not write text.`);
  return service.name;
}
