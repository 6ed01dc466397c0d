import type { ChangeComparisonRequest, FindComparisonsRequest, Comparison as ProtoComparison } from '@polylogue/proto';
import type { changeComparison, Comparison, listComparisons, ValidBodyOf } from '@polylogue/api-contract';
import type { z } from 'zod';
import { fromAnswerSettings, toAnswerSettings } from '../answer-presets/answer-presets.mapper.js';
import type { LabelOf } from '../conversations/conversations.mapper.js';
import { toTime } from '../http/to-time.js';

export type ListComparisonsQuery = z.output<NonNullable<(typeof listComparisons)['query']>>;

export type ComparisonFilter = Omit<ListComparisonsQuery, 'limit' | 'cursor' | 'sort' | 'order'>;

export function toFindRequest(query: ListComparisonsQuery): FindComparisonsRequest {
  const { q = '', service = '', since, starred = false, tag = '', limit = 0, cursor = '', sort, order } = query;
  return {
    q,
    aiService: service,
    since: since === undefined ? undefined : new Date(since),
    onlyStarred: starred,
    tag,
    limit,
    cursor,
    byCreation: sort === 'createdAt',
    ascending: order === 'asc',
  };
}

export function toChangeRequest(
  id: string,
  { title, starred, tags, settings }: ValidBodyOf<typeof changeComparison>,
): ChangeComparisonRequest {
  return { id, title, isStarred: starred, tags: tags && { tags }, settings: settings && fromAnswerSettings(settings) };
}

/** `scores`: by conversation. */
export function toComparison(
  comparison: ProtoComparison,
  labelOf: LabelOf,
  scores: ReadonlyMap<string, number>,
): Comparison {
  const { id, title, tags, conversations, messageCount, preview, createdAt, updatedAt, cost } = comparison;
  return {
    id,
    title,
    titleGiven: comparison.isTitleGiven,
    starred: comparison.isStarred,
    tags,
    settings: comparison.settings && toAnswerSettings(comparison.settings),
    // Written out: Node 20 takes thirty times as long to spread an object in front of others, and a page has hundreds.
    conversations: conversations.map(({ id: conversationId, aiService, pins }) => ({
      id: conversationId,
      aiService: labelOf(aiService),
      pins,
      score: scores.get(conversationId),
    })),
    messageCount,
    preview,
    createdAt: toTime(createdAt),
    updatedAt: toTime(updatedAt),
    cost: cost === undefined ? undefined : { amount: cost, currency: 'USD' },
  };
}
