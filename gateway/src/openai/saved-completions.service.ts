import { Injectable } from '@nestjs/common';
import type { Execution, ExecutionResult, KeyScope, SavedQuery } from '@polylogue/api-contract';
import { Reply, ReplyStatus, type BroadcastDone } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { CatalogService } from '../ai-services/catalog.service.js';
import { lacksScope } from '../key-access/key-access.rules.js';
import { usableServices } from '../key-access/key-services.js';
import { fromGeneration, fromUsage } from '../messages/from-api.mapper.js';
import { SavedQueriesService } from '../saved-queries/saved-queries.service.js';
import { SavedQueryRuns } from '../saved-queries/saved-query-runs.js';
import { savedModelOf } from './chat-request.rules.js';
import type { CompletionEvent, CompletionSource } from './completion-source.js';
import { FailedReplyError } from './failed-reply.rules.js';

/** Saved queries as models: each asks its own question of its own services. */
@Injectable()
export class SavedCompletions {
  constructor(
    private readonly queries: SavedQueriesService,
    private readonly runs: SavedQueryRuns,
    private readonly catalog: CatalogService,
  ) {}

  /** Those that the key may run, with their names; none while the scheduler does not answer. */
  async models(scopes: readonly KeyScope[]): Promise<{ id: string; name: string }[]> {
    if (!scopes.includes('schedules')) return [];
    const mayRun = ({ selectedAiServices: names }: SavedQuery) =>
      usableServices(names.map((name) => ({ name }))).length === names.length;
    const queries = await this.queries.list().catch(noneWhileAway);
    return queries.filter(mayRun).map(({ id, title }) => ({ id: savedModelOf(id), name: title }));
  }

  async sourceOf(id: number, scopes: readonly KeyScope[]): Promise<CompletionSource> {
    if (!scopes.includes('schedules')) throw lacksScope('schedules');
    const [{ selectedAiServices }, labelOf] = await Promise.all([this.queries.details(id), this.catalog.labels()]);
    return {
      authors: selectedAiServices.map(labelOf),
      events: (signal) => this.#run(id, signal),
      placeOf: (run, origin) => {
        const address = `${origin}/saved-queries/${id}`;
        return {
          headers: { 'X-Polylogue-Saved-Query': address },
          metadata: { saved_query: address, execution_id: run },
        };
      },
    };
  }

  async *#run(id: number, signal: AbortSignal): AsyncGenerator<CompletionEvent> {
    const replies = new Map<string, Reply>();
    let last: Execution | undefined;
    for await (const execution of this.runs.run(id, signal)) {
      if (!last) yield { $case: 'accepted', accepted: { broadcastId: String(execution.id), targets: [] } };
      for (const result of execution.results.filter(({ aiService }) => !replies.has(aiService.name))) {
        const reply = toReply(result);
        replies.set(reply.aiService, reply);
        yield { $case: 'reply', reply };
      }
      last = execution;
    }
    if (last?.status === 'failed' && replies.size === 0) throw runFailed(last);
    const done: BroadcastDone = { broadcastId: String(last?.id), replies: [...replies.values()] };
    yield { $case: 'done', done };
  }
}

function noneWhileAway(error: unknown): SavedQuery[] {
  if (AppError.is(error) && error.kind === 'unavailable') return [];
  throw error;
}

const toReply = ({ aiService, response, error, usage, cost, generation }: ExecutionResult): Reply =>
  Reply.fromPartial({
    aiService: aiService.name,
    content: response,
    status: error === undefined ? ReplyStatus.COMPLETED : ReplyStatus.FAILED,
    error,
    usage: fromUsage(usage),
    cost: cost && { amount: cost.amount, currency: cost.currency },
    generation: fromGeneration(generation),
  });

const runFailed = ({ errorMessage }: Execution) =>
  new FailedReplyError('run_failed', errorMessage ?? 'The saved query could not be run.');
