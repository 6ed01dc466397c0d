import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { limits, type changeComparison, type Comparison, type ValidBodyOf } from '@polylogue/api-contract';
import type { Comparison as ProtoComparison } from '@polylogue/proto';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import {
  toChangeRequest,
  toComparison,
  toFindRequest,
  type ComparisonFilter,
  type ListComparisonsQuery,
} from './comparisons.mapper.js';
import { ConversationScores } from './conversation-scores.service.js';
import { ListedConversations } from './listed-conversations.js';

/** Comparisons as `/api` speaks of them. */
@Injectable()
export class ComparisonsService {
  constructor(
    @InjectClient('comparisons') private readonly comparisons: ClientOf<'comparisons'>,
    private readonly catalog: CatalogService,
    private readonly scores: ConversationScores,
    private readonly listed: ListedConversations,
  ) {}

  async find(query: ListComparisonsQuery) {
    const before = this.listed.of(query);
    const found = this.comparisons.findComparisons(toFindRequest(query));
    // When the list is being read: sent before it, they would hold it up.
    const early = setImmediate().then(() => this.scores.find(before.conversationIds));
    const { comparisons, total, nextCursor } = await found;
    const ids = comparedIn(comparisons);
    before.note(ids);
    const known = new Set(before.conversationIds);
    const scores = [early, this.scores.find(ids.filter((id) => !known.has(id)))];
    return { rows: await this.#shown(comparisons, scores), total, nextCursor };
  }

  /** The ids of all that are found, the newest first; read a page at a time, in an order that no message changes meanwhile. */
  async *ids(filter: ComparisonFilter): AsyncGenerator<string> {
    for (let cursor: string | undefined; cursor !== '';) {
      const request = toFindRequest({ ...filter, sort: 'createdAt', limit: limits.comparison.page, cursor });
      const { comparisons, nextCursor } = await this.comparisons.findComparisons(request);
      yield* comparisons.map(({ id }) => id);
      cursor = nextCursor;
    }
  }

  async get(id: string): Promise<Comparison> {
    const [shown] = await this.#shown([await this.comparisons.getComparison({ id })]);
    return shown!;
  }

  async tags(): Promise<string[]> {
    return (await this.comparisons.listTags({})).tags;
  }

  async change(id: string, body: ValidBodyOf<typeof changeComparison>): Promise<Comparison> {
    const [shown] = await this.#shown([await this.comparisons.changeComparison(toChangeRequest(id, body))]);
    return shown!;
  }

  async delete(id: string): Promise<void> {
    await this.comparisons.deleteComparison({ id });
  }

  async #shown(
    comparisons: readonly ProtoComparison[],
    scoresOfSome: readonly Promise<ReadonlyMap<string, number>>[] = [this.scores.find(comparedIn(comparisons))],
  ): Promise<Comparison[]> {
    const [labelOf, ...found] = await Promise.all([this.catalog.labels(), ...scoresOfSome]);
    const scores = new Map(found.flatMap((some) => [...some]));
    return comparisons.map((each) => toComparison(each, labelOf, scores));
  }
}

/** The conversations that may have scores: one service alone is judged by none. */
const comparedIn = (comparisons: readonly ProtoComparison[]): string[] =>
  comparisons
    .filter(({ conversations }) => conversations.length > 1)
    .flatMap(({ conversations }) => conversations.map(({ id }) => id));
