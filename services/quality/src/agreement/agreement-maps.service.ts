import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Category, contractLimits, isUuid } from '@polylogue/proto';
import type { AiService, ReadReply } from '@polylogue/proto';
import { CatalogClient, CONFIG, Database, Drain, issuesOfKey, ProcessIdentity } from '@polylogue/service-kit';
import type { Caller, Issue } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { RepliesClient } from '../clients/replies.client.js';
import type { QualityConfig } from '../config.js';
import type { AgreementMap, ClaimMark } from './agreement-map.entity.js';
import * as errors from './agreement.errors.js';
import { AgreementMapsRepository, type NewMap } from './agreement-maps.repository.js';
import { DefaultExtractorService } from './default-extractor.service.js';
import { extractorFor } from './extractor.rules.js';
import { MapChanges } from './map-changes.service.js';
import { MapRun, MapRuns } from './map-runs.service.js';

/** A map as it was requested. */
export interface MapRequest {
  messageIds: readonly string[];
  extractor?: string | undefined;
  idempotencyKey?: string | undefined;
}

const maxConversations = 100;
/** A map with 24 replies may take some hundred kilobytes: no more are held at once. */
const atOnce = 10;

@Injectable()
export class AgreementMapsService {
  readonly #leaseMs: number;

  constructor(
    private readonly repository: AgreementMapsRepository,
    private readonly runs: MapRuns,
    private readonly changes: MapChanges,
    private readonly replies: RepliesClient,
    private readonly catalog: CatalogClient,
    private readonly defaultExtractor: DefaultExtractorService,
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    this.#leaseMs = config.QUALITY_LEASE_SECONDS * 1000;
  }

  /** Answers the map as soon as it is stored; it is made in the background. */
  async create(caller: Caller, request: MapRequest): Promise<AgreementMap> {
    caller.mustBeApproved();
    const issues = issuesOf(request);
    if (issues.length > 0) throw errors.invalidMap(issues);
    if (this.drain.signal.aborted) throw errors.shuttingDown();
    const { userId } = caller;
    const earlier = await this.#earlier(userId, request);
    if (earlier) return earlier;
    const [services, replies, preferred] = await Promise.all([
      this.catalog.list(),
      this.replies.read(userId, request.messageIds),
      this.defaultExtractor.chosen(),
    ]);
    const map = newMap(request, replies, extractorOf(request.extractor, services, replies, preferred));
    const leasedAt = performance.now();
    const stored = { ...map, owner: this.identity.owner, leaseMs: this.#leaseMs };
    const isNew = await this.database.asUser(userId, (tx) => this.repository.insert(tx, userId, stored));
    if (!isNew) return (await this.#earlier(userId, request)) ?? this.create(caller, request);
    const pending = await this.get(caller, map.id);
    const { apiKey } = caller;
    this.runs.start(new MapRun({ id: map.id, userId, apiKey }, map.extractor, request.messageIds), leasedAt);
    return pending;
  }

  /** A map of another user is not found, exactly as one that does not exist. */
  async get({ userId }: Caller, id: string): Promise<AgreementMap> {
    const map = isUuid(id)
      ? await this.database.asUser(userId, (tx) => this.repository.find(tx, userId, id))
      : undefined;
    if (!map) throw errors.mapNotFound();
    return map;
  }

  async list({ userId }: Caller, broadcastId: string): Promise<AgreementMap[]> {
    if (!isUuid(broadcastId)) return [];
    return this.database.asUser(userId, (tx) => this.repository.list(tx, userId, broadcastId));
  }

  /** Those about any of these conversations, oldest first, some at a time. */
  async *ofConversations({ userId }: Caller, conversationIds: readonly string[]): AsyncGenerator<AgreementMap[]> {
    const named = conversationIds.filter(isUuid).slice(0, maxConversations);
    if (named.length === 0) return;
    const ids = await this.database.asUser(userId, (tx) => this.repository.idsOfConversations(tx, userId, named));
    for (let start = 0; start < ids.length; start += atOnce) {
      const some = ids.slice(start, start + atOnce);
      yield await this.database.asUser(userId, (tx) => this.repository.some(tx, userId, some));
    }
  }

  /** Whether it was still being made. */
  async cancel({ userId }: Caller, id: string): Promise<boolean> {
    const isOpen = isUuid(id)
      ? await this.database.asUser(userId, (tx) => this.repository.requestCancel(tx, userId, id))
      : undefined;
    if (isOpen === undefined) throw errors.mapNotFound();
    // One that is made by another process is stopped there.
    if (isOpen) this.runs.stop(id, 'cancelled');
    return isOpen;
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.cancel(caller, id);
    const { userId } = caller;
    await this.database.asUser(userId, async (tx) => {
      await this.changes.removed(tx, await this.repository.delete(tx, userId, id));
    });
  }

  async mark(caller: Caller, id: string, claim: number, mark: ClaimMark | undefined): Promise<AgreementMap> {
    await this.get(caller, id);
    const { userId } = caller;
    const isMarked = await this.database.asUser(userId, (tx) => this.repository.mark(tx, userId, id, claim, mark));
    if (!isMarked) throw errors.claimNotFound();
    return this.get(caller, id);
  }

  /** The map that was made under this key. */
  async #earlier(userId: string, request: MapRequest): Promise<AgreementMap | undefined> {
    const { idempotencyKey: key } = request;
    if (key === undefined) return undefined;
    return this.database.asUser(userId, async (tx) => {
      const earlier = await this.repository.findByKey(tx, userId, key);
      if (earlier && earlier.bodyHash !== hashOf(request)) throw errors.keyReused();
      return earlier && this.repository.find(tx, userId, earlier.id);
    });
  }
}

const hashOf = ({ messageIds, extractor }: MapRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([messageIds, extractor ?? null]))
    .digest('base64url');

export function issuesOf({ messageIds, idempotencyKey }: MapRequest): Issue[] {
  const issues: Issue[] = [];
  const add = (path: string, message: string) => issues.push({ path, message });
  const { targets } = contractLimits;
  if (messageIds.length < 2) add('messageIds', 'At least 2 AI responses are needed for an agreement map.');
  if (messageIds.length > targets) add('messageIds', `At most ${targets} responses can be mapped at once.`);
  if (!messageIds.every(isUuid)) add('messageIds', 'A response is named by the id of its message.');
  if (new Set(messageIds).size < messageIds.length) add('messageIds', 'Each response can be named only once.');
  return [...issues, ...issuesOfKey(idempotencyKey)];
}

function newMap(
  request: MapRequest,
  replies: readonly ReadReply[],
  extractor: string,
): Omit<NewMap, 'owner' | 'leaseMs'> {
  const { messageIds, idempotencyKey } = request;
  // Ids sort by time.
  const broadcastId = replies
    .flatMap((reply) => reply.broadcastId ?? [])
    .toSorted()
    .at(-1);
  if (replies.length < messageIds.length || broadcastId === undefined) throw errors.repliesNotFound();
  return {
    id: uuid(),
    broadcastId,
    extractor,
    replies,
    conversationIds: [...new Set(replies.map(({ conversationId }) => conversationId))],
    idempotencyKey,
    bodyHash: idempotencyKey === undefined ? undefined : hashOf(request),
  };
}

/** Who extracts: whom the user names, if that writes text, else the administrators' choice, else one that is chosen. */
export function extractorOf(
  wanted: string | undefined,
  services: readonly AiService[],
  replies: readonly ReadReply[],
  preferred: string | undefined,
): string {
  if (wanted === undefined) {
    const authors = replies.map(({ aiService }) => aiService);
    const chosen = extractorFor(services, authors, preferred);
    if (!chosen) throw errors.noExtractor();
    return chosen.name;
  }
  const service = services.find(({ name }) => name === wanted);
  const fault = (message: string) => errors.invalidMap([{ path: 'extractorAI', message }]);
  if (!service) throw fault(`There is no AI service called "${wanted.slice(0, 64)}".`);
  if (service.category !== Category.TEXT) throw fault(`${service.displayName} does not write text.`);
  return service.name;
}
