import { createHash } from 'node:crypto';
import { isBuiltIn, variableIssues, withValues, type VariableValues } from '@polylogue/api-contract/query-variables';
import { Inject, Injectable } from '@nestjs/common';
import { Category } from '@polylogue/proto';
import {
  CatalogClient,
  CONFIG,
  Database,
  Events,
  previewSlots,
  usualZone,
  type Caller,
  type Transaction,
} from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { JudgingClient } from '../clients/judging.client.js';
import { QueryRuns } from '../executions/query-runs.service.js';
import { ExecutionsRepository } from '../executions/executions.repository.js';
import { RunTexts, type TextToFill } from '../executions/run-text.service.js';
import { IdempotencyRepository, type KeyedRequest } from './idempotency.repository.js';
import {
  nextRunOf,
  scheduleOf,
  variablesOf,
  type SavedQueryEntity,
  type SavedQueryInput,
} from './saved-query.entity.js';
import {
  affectsRuns,
  anchorOf,
  changedVariableIssues,
  impossibleNames,
  inputIssues,
  roundIssues,
  unwatchedIssues,
  watchIssues,
} from './saved-query.rules.js';
import * as errors from './saved-queries.errors.js';
import { SavedQueriesRepository, type StoredInput } from './saved-queries.repository.js';
import { queryScheduleIssues, type QueryIssue, type ScheduleInput } from './schedule-issues.rules.js';

const idsOfAnEvent = 1_000;

/** What a change names of that which ai-dispatch is asked about. */
interface NamedFields {
  services: boolean;
  extractor: boolean;
}

@Injectable()
export class SavedQueriesService {
  constructor(
    private readonly database: Database,
    private readonly queries: SavedQueriesRepository,
    private readonly executions: ExecutionsRepository,
    private readonly idempotency: IdempotencyRepository,
    private readonly catalog: CatalogClient,
    private readonly judging: JudgingClient,
    private readonly runs: QueryRuns,
    private readonly texts: RunTexts,
    private readonly events: Events,
    @Inject(CONFIG) private readonly config: Pick<SchedulerConfig, 'SCHEDULER_MAX_SCHEDULES'>,
  ) {}

  list({ userId }: Caller): Promise<SavedQueryEntity[]> {
    return this.database.asUser(userId, (tx) => this.queries.list(tx, userId));
  }

  get({ userId }: Caller, id: number): Promise<SavedQueryEntity> {
    return this.database.asUser(userId, (tx) => this.#find(tx, userId, id));
  }

  async create(caller: Caller, input: SavedQueryInput, key: string | undefined): Promise<SavedQueryEntity> {
    caller.mustBeApproved();
    const { userId } = caller;
    await this.#check(input, { services: true, extractor: true });
    await this.#mustHaveRubric(userId, input.rubricId);
    const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('base64url');
    const request: KeyedRequest = { route: 'create', key, bodyHash };
    return this.database.asUser(userId, async (tx) => {
      const earlier = await this.idempotency.findMade(tx, userId, request);
      if (earlier && earlier.bodyHash !== bodyHash) throw errors.idempotencyKeyReused();
      if (earlier) return this.#find(tx, userId, earlier.madeId);
      if (input.isScheduled) await this.#mustHaveRoom(tx, userId);
      const id = await this.queries.insert(tx, userId, toStored(input, undefined, await this.queries.now(tx)));
      await this.idempotency.remember(tx, userId, request, id);
      return this.#find(tx, userId, id);
    });
  }

  /** `change` returns the new query for the old one; it may be called twice. */
  async update(
    caller: Caller,
    id: number,
    change: (before: SavedQueryInput) => SavedQueryInput,
    named: NamedFields,
  ): Promise<SavedQueryEntity> {
    caller.mustBeApproved();
    const { userId } = caller;
    const found = await this.get(caller, id);
    const wanted = change(found);
    // Before the row is locked, as this calls ai-dispatch; and only where it matters: pausing works without it.
    await this.#check(wanted, { ...named, services: named.services || wanted.report !== found.report }, found);
    // A service that was chosen earlier and has left the catalog does not stop changes of other fields.
    if (wanted.rubricId !== found.rubricId) await this.#mustHaveRubric(userId, wanted.rubricId);
    return this.database.asUser(userId, async (tx) => {
      const before = await this.queries.lock(tx, userId, id);
      if (!before) throw errors.savedQueryNotFound();
      const now = await this.queries.now(tx);
      const after = toStored(keepingImplied(change(before), before), before, now);
      if (after.isScheduled && !before.isScheduled) await this.#mustHaveRoom(tx, userId);
      const isVoid = affectsRuns(before, after);
      if (isVoid) await this.queries.voidClaims(tx, userId, id);
      else after.nextRunAt = before.nextRunAt;
      await this.queries.update(tx, userId, id, after, before.version + (isVoid ? 1 : 0));
      return this.#find(tx, userId, id);
    });
  }

  async delete({ userId }: Caller, id: number): Promise<void> {
    const open = await this.database.asUser(userId, async (tx) => {
      const executionId = await this.executions.findOpen(tx, userId, id);
      await this.#dropMedia(tx, userId, await this.queries.mediaOf(tx, userId, id));
      if (!(await this.queries.delete(tx, userId, id))) throw errors.savedQueryNotFound();
      return executionId;
    });
    // Run loops of other replicas stop it once they find its row gone.
    if (open !== undefined) this.runs.stop(open, 'lost');
  }

  /** When a schedule would fire next, or why it cannot be saved. */
  async preview(caller: Caller, input: ScheduleInput, id: number | undefined) {
    caller.mustBeApproved();
    const { userId } = caller;
    const { now, before } = await this.database.asUser(userId, async (tx) => ({
      now: await this.queries.now(tx),
      before: id === undefined ? undefined : await this.queries.find(tx, userId, id),
    }));
    const issues = queryScheduleIssues(input, now);
    if (issues.length > 0 || !input.isScheduled) return { issues, nextRuns: [] };
    const query = { ...blank, ...input };
    const nextRuns = previewSlots(scheduleOf({ ...query, ...anchorOf(query, before, now) }), now);
    return { issues, nextRuns };
  }

  /** A text as it would be sent now, or why it would not. */
  async previewText(
    caller: Caller,
    savedQueryId: number | undefined,
    wanted: Omit<TextToFill, 'moment'>,
    values: VariableValues,
  ) {
    caller.mustBeApproved();
    const { userId } = caller;
    const { content, timeZone } = wanted;
    const variables = withValues(wanted.variables, values);
    const issues = variableIssues(
      content,
      variables.filter(({ name }) => !Object.hasOwn(values, name) || !isBuiltIn(name)),
      false,
    );
    if (issues.length > 0) return { issues };
    const text = { content, timeZone, variables };
    const made = await this.database.asUser(userId, async (tx) => {
      if (savedQueryId !== undefined) await this.#find(tx, userId, savedQueryId);
      return this.texts.preview(tx, userId, savedQueryId, { ...text, moment: await this.queries.now(tx) });
    });
    return 'fault' in made ? { issues: [{ path: 'content', message: made.fault }] } : { text: made.text, issues: [] };
  }

  async #find(tx: Transaction, userId: string, id: number): Promise<SavedQueryEntity> {
    const found = await this.queries.find(tx, userId, id);
    if (!found) throw errors.savedQueryNotFound();
    return found;
  }

  /** What its runs showed; what History shows of it stays. */
  async #dropMedia(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += idsOfAnEvent) {
      const mediaIds = ids.slice(start, start + idsOfAnEvent);
      await this.events.in(tx).publish('scheduler.media_dropped.v1', { userId, mediaIds });
    }
  }

  /** Checks the limit of schedules; a second save of the same user waits until this transaction ends. */
  async #mustHaveRoom(tx: Transaction, userId: string): Promise<void> {
    const { SCHEDULER_MAX_SCHEDULES: max } = this.config;
    if ((await this.queries.countSchedules(tx, userId)) >= max) throw errors.tooManySchedules(max);
  }

  async #check(input: SavedQueryInput, named: NamedFields, before?: SavedQueryInput): Promise<void> {
    const issues: QueryIssue[] = [
      ...inputIssues(input),
      ...watchIssues(input),
      ...roundIssues(input),
      ...queryScheduleIssues(input, new Date()),
      ...changedVariableIssues(input, before),
    ];
    if (issues.length > 0) throw errors.invalidQuery(issues);
    if (named.extractor && input.watchExtractor !== null) await this.#mustReadText(input.watchExtractor);
    if (!named.services) return;
    const impossible = impossibleNames(input.aiServices);
    if (impossible.length > 0) throw errors.unknownServices(impossible);
    const services = await this.catalog.list();
    const unknown = input.aiServices.filter((name) => !services.some((service) => service.name === name));
    if (unknown.length > 0) throw errors.unknownServices(unknown);
    const unwatched = unwatchedIssues(input, services);
    if (unwatched.length > 0) throw errors.invalidQuery(unwatched);
  }

  async #mustHaveRubric(userId: string, rubricId: string | null): Promise<void> {
    if (rubricId !== null && !(await this.judging.mayJudgeBy(userId, rubricId))) throw errors.unknownRubric();
  }

  async #mustReadText(name: string): Promise<void> {
    const found = (await this.catalog.list()).find((service) => service.name === name);
    if (found?.category !== Category.TEXT) throw errors.unknownExtractor(name);
  }
}

const watched = { report: 'everything', watchFocus: null, baselineRuns: 3, watchExtractor: null } as const;
const rounds = { keepsRounds: false, isJudged: false, rubricId: null };
const blank = {
  title: '',
  content: '',
  description: null,
  aiServices: [],
  isActive: true,
  variables: [],
  ...watched,
  ...rounds,
};

/** Names are implied by the text they were saved with: a new text makes them declared. */
const keepingImplied = (after: SavedQueryInput, before: SavedQueryInput): SavedQueryInput =>
  after.content === before.content ? after : { ...after, variables: after.variables ?? variablesOf(before) };

function toStored(input: SavedQueryInput, before: SavedQueryEntity | undefined, now: Date): StoredInput {
  const kept = { ...input, ...anchorOf(input, before, now), timeZone: input.timeZone ?? usualZone };
  return { ...kept, nextRunAt: nextRunOf(kept, now) };
}
