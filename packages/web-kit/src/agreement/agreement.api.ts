import {
  cancelAgreementMap,
  createAgreementMap,
  deleteAgreementMap,
  estimateAgreementMap,
  getAgreementMap,
  getDefaultExtractor,
  listAgreementMaps,
  markClaim,
  type AgreementMap,
  type ClaimMark,
} from '@polylogue/api-contract';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiClient } from '../api/api-client.js';
import { ApiError } from '../api/api-error.js';
import { keyOf, useApiMutation, useApiQuery } from '../api/use-api.js';
import { useClickKey } from '../api/use-click-key.js';
import type { PriceOptions } from '../estimate/price-before.js';
import { toast } from '../toast/toast.js';
import { withMap, withMark } from './agreement.rules.js';

/** Milliseconds between two looks at a map that is being made. */
const pollInterval = 1000;

const keyOfRound = (broadcastId: string) => keyOf(listAgreementMaps, { parameters: { id: broadcastId } });

/** The maps kept with a round, newest first; one that is being made is followed until it has ended. */
export function useAgreementMaps(broadcastId: string | undefined): readonly AgreementMap[] {
  const parameters = { id: broadcastId ?? '' };
  const { data = [] } = useApiQuery(listAgreementMaps, { parameters, enabled: broadcastId !== undefined });
  useFollowed(data.find(({ status }) => status === 'pending'));
  return data.toReversed();
}

/** Administrators change it rarely. */
const defaultLastsMs = 60_000;

/** The service that finds claims when a user names none, as an option label; the note says why it is not the one administrators chose. */
export function useDefaultExtractor(): { label: string; note: string | undefined } {
  const { data } = useApiQuery(getDefaultExtractor, { staleTime: defaultLastsMs, retry: false });
  const name = data?.aiService?.displayName;
  return { label: name ? `${name}, the default` : 'A service that did not answer', note: data?.note };
}

function useFollowed(pending: AgreementMap | undefined): void {
  const client = useQueryClient();
  const { data, error } = useApiQuery(getAgreementMap, {
    parameters: { id: pending?.id ?? '' },
    enabled: pending !== undefined,
    refetchInterval: pollInterval,
  });
  useEffect(() => {
    if (data && data.status !== 'pending') put(client, data);
  }, [client, data]);
  // Deleted elsewhere, or its list is older than it: the list knows.
  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isGone) void client.invalidateQueries({ queryKey: [listAgreementMaps.path] });
  }, [client, isGone]);
}

/** Keeps a map among those of its round, without asking for all of them again. */
const put = (client: QueryClient, map: AgreementMap) =>
  client.setQueryData<AgreementMap[]>(keyOfRound(map.broadcastId), (maps) => withMap(maps ?? [], map));

/** What a new map is made of, and by whom; without an extractor the server chooses. */
export interface MapWish {
  messageIds: string[];
  extractorAI?: string | undefined;
}

/** What a map of this wish would cost. */
export const priceOfMap = (wish: MapWish): Omit<PriceOptions, 'isWanted'> => ({
  queryKey: [estimateAgreementMap.path, wish],
  load: (signal) => apiClient(estimateAgreementMap, { body: wish, signal }),
  deed: 'Map',
});

/** Has a map made. It is pending at once and followed from then on. */
export function useStartMap(): { start: (wish: MapWish) => void; isStarting: boolean } {
  const client = useQueryClient();
  const click = useClickKey();
  const { mutate, isPending } = useApiMutation(createAgreementMap, {
    onSuccess: (map) => void put(client, map),
    onError: (fault) => failed('The agreement map could not be started', fault),
    // After a failure as well: the answer may be all that was lost.
    onSettled: (_map, fault) => {
      click.settle(fault);
      void client.invalidateQueries({ queryKey: [listAgreementMaps.path] });
    },
  });
  return { start: (wish) => mutate({ body: wish, idempotencyKey: click.keyOf(wish) }), isStarting: isPending };
}

/** Stops a map that is being made. */
export const useCancelMap = () =>
  useApiMutation(cancelAgreementMap, {
    refreshes: [[listAgreementMaps.path]],
    onError: (fault) => failed('The agreement map could not be cancelled', fault),
  });

export function useDeleteMap(): (map: AgreementMap) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id }: AgreementMap) => apiClient(deleteAgreementMap, { parameters: { id } }),
    onSuccess: (_nothing, { id, broadcastId }) =>
      client.setQueryData<AgreementMap[]>(keyOfRound(broadcastId), (maps) => maps?.filter((map) => map.id !== id)),
    onError: (fault) => failed('The agreement map could not be deleted', fault),
  });
  return mutate;
}

interface Marking {
  map: AgreementMap;
  claim: number;
  mark: ClaimMark | null;
}

/** Gives a claim a mark or takes it away. Shown at once; what could not be stored is taken back, with the reason. */
export function useMarkClaim(): (marking: Marking) => void {
  const client = useQueryClient();
  const show = ({ map, claim }: Marking, mark: ClaimMark | null) =>
    client.setQueryData<AgreementMap[]>(keyOfRound(map.broadcastId), (maps) =>
      maps?.map((one) => (one.id === map.id ? withMark(one, claim, mark) : one)),
    );
  const { mutate } = useMutation({
    mutationFn: ({ map, claim, mark }: Marking) =>
      apiClient(markClaim, { parameters: { id: map.id, claim }, body: { mark } }),
    onMutate: (marking) => void show(marking, marking.mark),
    onError: (fault, marking) => {
      const before = marking.map.claims.find(({ id }) => id === marking.claim)?.mark;
      show(marking, before ?? null);
      failed('The mark could not be kept', fault);
    },
  });
  return mutate;
}

/** Says in a toast what went wrong, and why. */
export function failed(title: string, fault: Error): void {
  const description = fault instanceof ApiError ? fault.sentence : String(fault);
  toast({ title, description, variant: 'destructive' });
}
