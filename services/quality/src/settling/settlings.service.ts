import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { serviceOf, isUuid } from '@polylogue/proto';
import type { AiService, CallEstimate, Settling } from '@polylogue/proto';
import { CatalogClient, CONFIG, Database, Drain, issuesOfKey, ProcessIdentity } from '@polylogue/service-kit';
import type { Caller, Issue, Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import type { AgreementMap } from '../agreement/agreement-map.entity.js';
import { AgreementMapsRepository } from '../agreement/agreement-maps.repository.js';
import { mapNotFound, shuttingDown } from '../agreement/agreement.errors.js';
import { EstimatesClient } from '../clients/estimates.client.js';
import { RepliesClient } from '../clients/replies.client.js';
import type { QualityConfig } from '../config.js';
import { searches, settleMessages, settleTask } from './settler.service.js';
import { SettleRun, SettleRuns } from './settle-runs.service.js';
import type { SettleRound } from './settling.entity.js';
import * as errors from './settling.errors.js';
import { toSettling } from './settling.mapper.js';
import { maxRounds, openClaims, participantsOf, roundsLeft, type Participant } from './settling.rules.js';
import { SettlingsRepository, type NewAnswer } from './settlings.repository.js';

/** A round as it was requested. */
export interface RoundRequest {
  mapId: string;
  /** By their numbers within the map; empty: all that are in dispute. */
  claims: readonly number[];
  idempotencyKey?: string | undefined;
}

/** Whom a round asks, and who is not offered any more. */
interface RoundPlan {
  claims: readonly number[];
  asked: readonly (Participant & { searches: boolean })[];
  answers: readonly NewAnswer[];
}

@Injectable()
export class SettlingsService {
  readonly #leaseMs: number;

  constructor(
    private readonly settlings: SettlingsRepository,
    private readonly maps: AgreementMapsRepository,
    private readonly runs: SettleRuns,
    private readonly replies: RepliesClient,
    private readonly catalog: CatalogClient,
    private readonly estimates: EstimatesClient,
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    this.#leaseMs = config.QUALITY_LEASE_SECONDS * 1000;
  }

  /** Answers as soon as the round is stored; services are asked in the background. */
  async create(caller: Caller, request: RoundRequest): Promise<Settling> {
    caller.mustBeApproved();
    const issues = issuesOf(request);
    if (issues.length > 0) throw errors.invalidRound(issues);
    if (this.drain.signal.aborted) throw shuttingDown();
    const services = await this.catalog.list();
    const leasedAt = performance.now();
    const run = await this.database.asUser(caller.userId, (tx) => this.#store(tx, caller, request, services));
    const settling = await this.get(caller, request.mapId);
    if (run) this.runs.start(run, leasedAt);
    return settling;
  }

  /** What is another user's is not found, exactly as what does not exist. */
  async get({ userId }: Caller, mapId: string): Promise<Settling> {
    return this.database.asUser(userId, async (tx) => {
      const { map, rounds } = await this.#find(tx, userId, mapId);
      return toSettling(map, rounds);
    });
  }

  /** Whether a round was under way. */
  async cancel({ userId }: Caller, mapId: string): Promise<boolean> {
    const id = await this.database.asUser(userId, async (tx) => {
      await this.#find(tx, userId, mapId);
      return this.settlings.requestCancel(tx, userId, mapId);
    });
    // One that another process conducts is stopped there.
    if (id !== undefined) this.runs.stop(id, 'cancelled');
    return id !== undefined;
  }

  /** What a round would cost: the messages services would be sent, without being sent. */
  async estimate(caller: Caller, request: Omit<RoundRequest, 'idempotencyKey'>): Promise<CallEstimate[]> {
    caller.mustBeApproved();
    const { userId } = caller;
    const issues = issuesOf(request);
    if (issues.length > 0) throw errors.invalidRound(issues);
    const services = await this.catalog.list();
    const { map, rounds } = await this.database.asUser(userId, (tx) => this.#find(tx, userId, request.mapId));
    const { asked } = planOf(map, rounds, request.claims, services);
    const replies = await this.replies.read(
      userId,
      asked.map(({ messageId }) => messageId),
    );
    const questionOf = (id: string) => replies.find(({ messageId }) => messageId === id)?.question ?? '';
    const calls = asked.map((call) => ({
      aiService: serviceOf(call.aiService),
      task: settleTask,
      messages: settleMessages({ ...call, question: questionOf(call.messageId) }),
    }));
    return this.estimates.estimate(userId, calls);
  }

  /** The run to start; undefined when the round was begun under this key before. */
  async #store(tx: Transaction, { userId, apiKey }: Caller, request: RoundRequest, services: readonly AiService[]) {
    const { mapId, idempotencyKey } = request;
    if (isUuid(mapId)) await this.settlings.lockMap(tx, userId, mapId);
    if (await this.#isRepeated(tx, userId, request)) return undefined;
    const { map, rounds } = await this.#find(tx, userId, mapId);
    const { claims, asked, answers } = planOf(map, rounds, request.claims, services);
    const id = uuid();
    const isNew = await this.settlings.insert(tx, userId, {
      id,
      mapId,
      number: maxRounds - roundsLeft(rounds) + 1,
      claims,
      answers,
      owner: this.identity.owner,
      leaseMs: this.#leaseMs,
      idempotencyKey,
      bodyHash: idempotencyKey === undefined ? undefined : hashOf(request),
    });
    // The same key at the same moment, for another map.
    if (!isNew) throw errors.keyReused();
    const messageIds = map.replies.map(({ messageId }) => messageId);
    return new SettleRun({ id, userId, apiKey }, messageIds, asked);
  }

  async #isRepeated(tx: Transaction, userId: string, request: RoundRequest): Promise<boolean> {
    if (request.idempotencyKey === undefined) return false;
    const earlier = await this.settlings.findByKey(tx, userId, request.idempotencyKey);
    if (earlier && earlier.bodyHash !== hashOf(request)) throw errors.keyReused();
    return earlier !== undefined;
  }

  async #find(tx: Transaction, userId: string, mapId: string): Promise<{ map: AgreementMap; rounds: SettleRound[] }> {
    const map = isUuid(mapId) ? await this.maps.find(tx, userId, mapId) : undefined;
    if (!map) throw mapNotFound();
    return { map, rounds: await this.settlings.list(tx, userId, mapId) };
  }
}

const hashOf = ({ mapId, claims }: RoundRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([mapId, [...claims].sort((one, other) => one - other)]))
    .digest('base64url');

function issuesOf({ claims, idempotencyKey }: RoundRequest): Issue[] {
  const issues: Issue[] = [];
  if (new Set(claims).size < claims.length)
    issues.push({ path: 'claims', message: 'Each claim can be named only once.' });
  return [...issues, ...issuesOfKey(idempotencyKey)];
}

function planOf(
  map: AgreementMap,
  rounds: readonly SettleRound[],
  wanted: readonly number[],
  services: readonly AiService[],
): RoundPlan {
  if (map.status !== 'completed') throw errors.mapNotFinished();
  if (rounds.some(({ status }) => status === 'pending')) throw errors.beingSettled();
  if (roundsLeft(rounds) === 0) throw errors.noRoundsLeft();
  const open = openClaims(map, rounds);
  if (open.length === 0) throw errors.nothingDisputed();
  const other = wanted.find((claim) => !open.some((each) => each.claim === claim));
  if (other !== undefined)
    throw errors.invalidRound([{ path: 'claims', message: `Claim ${other} is not in dispute.` }]);
  const chosen = wanted.length === 0 ? open : open.filter(({ claim }) => wanted.includes(claim));
  const participants = participantsOf(map, chosen);
  const isOffered = ({ aiService }: Participant) => services.some(({ name }) => name === serviceOf(aiService));
  const asked = participants
    .filter(isOffered)
    .map((each) => ({ ...each, searches: searches(services, each.aiService) }));
  if (asked.length === 0) throw errors.noAuthorsToAsk();
  const gone = { error: errors.noView.gone, errorCode: 'service_gone' };
  const answers = participants.map((each) => ({
    messageId: each.messageId,
    aiService: each.aiService,
    ...(isOffered(each) ? {} : gone),
  }));
  return { claims: chosen.map(({ claim }) => claim), asked, answers };
}
