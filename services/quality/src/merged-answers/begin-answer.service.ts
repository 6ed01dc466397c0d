import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Category, ServiceStatus, type AiService, isUuid } from '@polylogue/proto';
import { CatalogClient, CONFIG, Database, Drain, ProcessIdentity, type Caller } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import type { AgreementMap } from '../agreement/agreement-map.entity.js';
import { AgreementMapsRepository } from '../agreement/agreement-maps.repository.js';
import { chooseExtractor } from '../agreement/extractor.rules.js';
import { RepliesClient } from '../clients/replies.client.js';
import type { QualityConfig } from '../config.js';
import { issuesOf, type AnswerRequest } from './answer-request.rules.js';
import { AnswerRun, AnswerRuns } from './answer-runs.service.js';
import type { MergedAnswer } from './merged-answer.entity.js';
import * as errors from './merged-answers.errors.js';
import { MergedAnswersRepository, type NewAnswer } from './merged-answers.repository.js';
import { claimsToWriteFrom, markedWrong } from './standing.rules.js';

const maxQuestion = 8_000;

/** What a version is written from. */
interface Basis {
  map: AgreementMap;
  earlier?: MergedAnswer | undefined;
}

/** Has one answer written. */
@Injectable()
export class BeginAnswerService {
  readonly #leaseMs: number;

  constructor(
    private readonly repository: MergedAnswersRepository,
    private readonly maps: AgreementMapsRepository,
    private readonly runs: AnswerRuns,
    private readonly replies: RepliesClient,
    private readonly catalog: CatalogClient,
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    this.#leaseMs = config.QUALITY_LEASE_SECONDS * 1000;
  }

  /** Answers the id of the version as soon as it is stored; it is written in the background. */
  async begin(caller: Caller, request: AnswerRequest): Promise<string> {
    caller.mustBeApproved();
    const issues = issuesOf(request);
    if (issues.length > 0) throw errors.invalidAnswer(issues);
    if (this.drain.signal.aborted) throw errors.shuttingDown();
    const { userId } = caller;
    const repeated = await this.#earlier(userId, request);
    if (repeated !== undefined) return repeated;
    const basis = await this.#basisOf(userId, request);
    const claims = claimsToWriteFrom(basis.map);
    if (claims.size === 0) throw errors.nothingProven();
    const [services, question] = await Promise.all([this.catalog.list(), this.#questionOf(userId, basis.map)]);
    const answer = newAnswer(request, basis, question, writerOf(request.writer, services, basis.map));
    const leasedAt = performance.now();
    const stored = { ...answer, owner: this.identity.owner, leaseMs: this.#leaseMs };
    const outcome = await this.database.asUser(userId, (tx) => this.repository.insert(tx, userId, stored));
    if (outcome === 'gone') throw errors.mapNotFound();
    if (outcome === 'taken') return (await this.#earlier(userId, request)) ?? this.begin(caller, request);
    const { steering } = request;
    const matter = { question, claims, marks: basis.map.marks, steering, earlier: basis.earlier?.sentences };
    const { apiKey } = caller;
    this.runs.start(new AnswerRun({ id: answer.id, userId, apiKey }, answer.writer, matter), leasedAt);
    return answer.id;
  }

  /** The version that was begun under this key. */
  async #earlier(userId: string, request: AnswerRequest): Promise<string | undefined> {
    const { idempotencyKey: key } = request;
    if (key === undefined) return undefined;
    const earlier = await this.database.asUser(userId, (tx) => this.repository.findByKey(tx, userId, key));
    if (earlier && earlier.bodyHash !== hashOf(request)) throw errors.keyReused();
    return earlier?.id;
  }

  async #basisOf(userId: string, { mapId, basedOn }: AnswerRequest): Promise<Basis> {
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

function newAnswer(
  request: AnswerRequest,
  { map, earlier }: Basis,
  question: string,
  writer: string,
): Omit<NewAnswer, 'owner' | 'leaseMs'> {
  const { steering, idempotencyKey } = request;
  return {
    id: uuid(),
    mapId: map.id,
    writer,
    steering,
    basedOn: earlier?.version,
    question: question.replaceAll('\0', '\uFFFD'),
    leftOut: markedWrong(map),
    idempotencyKey,
    bodyHash: idempotencyKey === undefined ? undefined : hashOf(request),
  };
}

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

const hashOf = ({ mapId, writer, steering, basedOn }: AnswerRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([mapId.toLowerCase(), writer ?? null, steering ?? null, basedOn?.toLowerCase() ?? null]))
    .digest('base64url');
