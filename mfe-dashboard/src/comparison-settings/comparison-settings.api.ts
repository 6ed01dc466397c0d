import { getComparison, type AnswerSettings, type FoundConversation } from '@polylogue/api-contract';
import { apiClient, keyOf, useApiQuery } from '@polylogue/web-kit';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { refreshConversations } from '../dashboard.api.js';
import { useBroadcastList } from '../broadcasts/broadcasts.js';
import { comparisonOf, isEmpty } from './comparison-settings.rules.js';

/** How services answer in the comparison that the next message goes into. */
export interface ComparisonSettings {
  /** Undefined where the next message begins a comparison. */
  id: string | undefined;
  settings: AnswerSettings;
  /** What goes with the next message; undefined where the comparison keeps them already. */
  forNext: AnswerSettings | undefined;
  /** Its settings while they are read, or cannot be; undefined where the next message begins a comparison. */
  reading: UseQueryResult | undefined;
  /** Whether a comparison is on its way that has no id yet: what was saved now would be lost. */
  isBeginning: boolean;
  /** Says how services answer in a comparison that is to begin. */
  onDraft: (settings: AnswerSettings | undefined) => void;
  /** Reads a comparison that has just begun, and that its conversations are part of it. */
  readBegun: (id: string | undefined) => Promise<void>;
}

interface Sources {
  /** To which services the message goes. */
  selected: readonly string[];
  /** Whether it begins a comparison of its own, whatever stands on the dashboard. */
  isOwn: boolean;
  conversations: readonly FoundConversation[] | undefined;
  /** What was chosen for a comparison that is to begin. */
  draft: AnswerSettings | undefined;
  onDraft: (settings: AnswerSettings | undefined) => void;
}

const none: AnswerSettings = {};
const noConversations: readonly FoundConversation[] = [];

export function useComparisonSettings(sources: Sources): ComparisonSettings {
  const { selected, isOwn, conversations = noConversations, draft, onDraft } = sources;
  const live = useBroadcastList();
  const id = comparisonOf(selected, conversations, live);
  const comparison = useApiQuery(getComparison, { parameters: { id: id ?? '' }, enabled: id !== undefined });
  const kept = id === undefined ? undefined : (comparison.data?.settings ?? (comparison.data ? none : undefined));
  const settings = kept ?? draft ?? none;
  const reading = id === undefined || comparison.data ? undefined : comparison;
  const isBeginning =
    id === undefined && live.some(({ kind, broadcastId }) => kind !== 'retry' && broadcastId === undefined);
  const readBegun = useReadBegun();
  return useMemo(() => {
    const isForNext = !isEmpty(settings) && (id === undefined || isOwn);
    return {
      id,
      settings,
      forNext: isForNext ? settings : undefined,
      reading,
      isBeginning,
      readBegun,
      onDraft,
    };
  }, [settings, isOwn, reading, isBeginning, readBegun, id, onDraft]);
}

function useReadBegun(): ComparisonSettings['readBegun'] {
  const client = useQueryClient();
  return useCallback(
    async (id = '') => {
      const queryKey = keyOf(getComparison, { parameters: { id } });
      const read = ({ signal }: { signal: AbortSignal }) => apiClient(getComparison, { parameters: { id }, signal });
      await Promise.all([refreshConversations(client), client.prefetchQuery({ queryKey, queryFn: read })]);
    },
    [client],
  );
}
