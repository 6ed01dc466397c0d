import { Injectable } from '@nestjs/common';
import type {
  createSavedQuery,
  Execution,
  ExecutionResult,
  previewQueryText,
  previewSchedule,
  SavedQuery,
  SavedQueryDetails,
  Timeline,
  updateSavedQuery,
  ValidBodyOf,
} from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { AllowanceService } from '../allowance/allowance.service.js';
import { ConversationScores } from '../comparisons/conversation-scores.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { isLimitedToServices, mustBeUsable } from '../key-access/key-services.js';
import { toTimeline } from './watch.mapper.js';
import {
  fieldsOf,
  toExecution,
  toInput,
  toResult,
  toSavedQuery,
  toSchedule,
  toVariable,
} from './saved-queries.mapper.js';

const pageSize = 50;

interface JudgedResult {
  result: ExecutionResult;
  conversationId: string;
  broadcastId: string;
}

/** The scheduler's saved queries, joined with what the catalog calls the services. */
@Injectable()
export class SavedQueriesService {
  constructor(
    @InjectClient('savedQueries') private readonly queries: ClientOf<'savedQueries'>,
    @InjectClient('watch') private readonly watch: ClientOf<'watch'>,
    private readonly catalog: CatalogService,
    private readonly scores: ConversationScores,
    private readonly allowance: AllowanceService,
  ) {}

  async list(): Promise<SavedQuery[]> {
    return (await this.queries.listSavedQueries({})).savedQueries.map(toSavedQuery);
  }

  async details(id: number, beforeId = 0): Promise<SavedQueryDetails> {
    const query = await this.queries.getSavedQuery({ id });
    const labelOf = await this.catalog.labels();
    const executions: Execution[] = [];
    const judged: JudgedResult[] = [];
    const requested = { savedQueryId: id, beforeId, limit: pageSize };
    for await (const { part } of this.queries.listExecutions(requested, { deadlineMs: 15_000 })) {
      if (part?.$case === 'execution') executions.push(toExecution(part.execution, labelOf));
      if (part?.$case !== 'result') continue;
      const execution = executions.at(-1);
      const result = toResult(part.result, labelOf(part.result.aiService));
      execution?.results.push(result);
      const { conversationId } = part.result;
      const { broadcastId } = execution?.round ?? {};
      if (conversationId && broadcastId && execution?.round?.judged)
        judged.push({ result, conversationId, broadcastId });
    }
    await this.#giveScores(judged);
    return { ...toSavedQuery(query), executions };
  }

  /** How the replies were judged, of the rounds of the runs alone: a comparison may have gone on since. */
  async #giveScores(judged: readonly JudgedResult[]): Promise<void> {
    const scores = await this.scores.find(
      judged.map(({ conversationId }) => conversationId),
      [...new Set(judged.map(({ broadcastId }) => broadcastId))],
    );
    for (const { result, conversationId } of judged) result.score = scores.get(conversationId);
  }

  /** What each service said of each claim, run by run. */
  async timeline(id: number): Promise<Timeline> {
    return toTimeline(await this.watch.getTimeline({ savedQueryId: id }), await this.catalog.labels());
  }

  /** All runs of one, newest first, some at a time. */
  async *executionsOf(id: number): AsyncGenerator<Execution> {
    for (let beforeId: number | undefined = 0; beforeId !== undefined;) {
      const { executions } = await this.details(id, beforeId);
      yield* executions;
      beforeId = executions.at(-1)?.id;
    }
  }

  async create(body: ValidBodyOf<typeof createSavedQuery>, idempotencyKey: string | undefined): Promise<SavedQuery> {
    mustBeUsable(body.selectedAiServices);
    return toSavedQuery(await this.queries.createSavedQuery({ input: toInput(body), idempotencyKey }));
  }

  async update(id: number, body: ValidBodyOf<typeof updateSavedQuery>): Promise<SavedQuery> {
    await this.#mustBeUsable(id, body.selectedAiServices);
    return toSavedQuery(await this.queries.updateSavedQuery({ id, input: toInput(body), fields: fieldsOf(body) }));
  }

  async delete(id: number): Promise<void> {
    await this.queries.deleteSavedQuery({ id });
  }

  async execute(
    id: number,
    idempotencyKey: string | undefined,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<{ executionId: number }> {
    await this.#mustBeUsable(id);
    await this.allowance.mustHaveKeyBudget();
    return this.queries.executeSavedQuery({ id, idempotencyKey, variables: { values: variables } });
  }

  async preview({ savedQueryId, ...schedule }: ValidBodyOf<typeof previewSchedule>) {
    const requested = { schedule: toSchedule(schedule), savedQueryId };
    const { nextRuns, issues } = await this.queries.previewSchedule(requested);
    return { nextRuns: nextRuns.map((run) => run.toISOString()), issues };
  }

  async previewText({ variables = [], values = {}, timeZone, ...body }: ValidBodyOf<typeof previewQueryText>) {
    const requested = { ...body, values, timeZone: timeZone ?? undefined, variables: variables.map(toVariable) };
    const { text, issues } = await this.queries.previewText(requested);
    return { text, issues };
  }

  /** A key that is limited to some services runs and changes no query of others. */
  async #mustBeUsable(id: number, wanted: readonly string[] = []): Promise<void> {
    if (!isLimitedToServices()) return;
    const { aiServices } = await this.queries.getSavedQuery({ id });
    mustBeUsable([...aiServices, ...wanted]);
  }
}
