import type { AiServiceLabel, Comparison, FoundConversation } from '@polylogue/api-contract';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { comparisonsKey, type HistoryPage } from '../history.api.js';

type Pages = InfiniteData<HistoryPage<FoundConversation | Comparison>>;

// Behind its path, which is all that the keys of both lists differ in.
const [, listed] = comparisonsKey;

/**
 * Whose threads the lists have had so far, each once, whatever they were narrowed by: so that choosing one does not take
 * the others away.
 * Read whenever the screen renders, which it does when a page arrives.
 */
export function useListedServices(): AiServiceLabel[] {
  const lists = useQueryClient().getQueriesData<Pages>({ predicate: ({ queryKey }) => queryKey[1] === listed });
  const labels = lists.flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows.flatMap(labelsOf)) ?? []);
  return [...new Map(labels.map((label) => [label.name, label])).values()];
}

const labelsOf = (row: FoundConversation | Comparison): AiServiceLabel[] =>
  'conversations' in row ? row.conversations.map(({ aiService }) => aiService) : [row.aiService];
