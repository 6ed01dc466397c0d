import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, Drain, ProcessIdentity, type Caller } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import type { QualityConfig } from '../config.js';
import { AnswerMatterService, writingMatterOf, type AnswerMatter } from './answer-matter.service.js';
import { issuesOf, type AnswerRequest } from './answer-request.rules.js';
import { AnswerRun, AnswerRuns } from './answer-runs.service.js';
import * as errors from './merged-answers.errors.js';
import { MergedAnswersRepository, type NewAnswer } from './merged-answers.repository.js';
import { markedWrong } from './standing.rules.js';

/** Has one answer written. */
@Injectable()
export class BeginAnswerService {
  readonly #leaseMs: number;

  constructor(
    private readonly repository: MergedAnswersRepository,
    private readonly runs: AnswerRuns,
    private readonly matter: AnswerMatterService,
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
    const matter = await this.matter.read(userId, request);
    const answer = newAnswer(request, matter);
    const leasedAt = performance.now();
    const stored = { ...answer, owner: this.identity.owner, leaseMs: this.#leaseMs };
    const outcome = await this.database.asUser(userId, (tx) => this.repository.insert(tx, userId, stored));
    if (outcome === 'gone') throw errors.mapNotFound();
    if (outcome === 'taken') return (await this.#earlier(userId, request)) ?? this.begin(caller, request);
    const { apiKey } = caller;
    const given = writingMatterOf(matter, request.steering);
    this.runs.start(new AnswerRun({ id: answer.id, userId, apiKey }, answer.writer, given), leasedAt);
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
}

function newAnswer(
  request: AnswerRequest,
  { map, earlier, question, writer }: AnswerMatter,
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

const hashOf = ({ mapId, writer, steering, basedOn }: AnswerRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([mapId.toLowerCase(), writer ?? null, steering ?? null, basedOn?.toLowerCase() ?? null]))
    .digest('base64url');
