import { estimateMessage, getPreferences, type Estimate } from '@polylogue/api-contract';
import {
  keepPreviousData,
  queryOptions,
  useQuery,
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { apiClient } from '../api/api-client.js';
import { keyOf } from '../api/use-api.js';
import { useSettled } from '../components/use-settled.js';
import { useCurrentUser } from '../session/current-user.js';
import type { EstimateRequest } from './estimate-request.rules.js';

/** A thread may have grown since. */
const freshMs = 10_000;
/** A user who types on is not estimated at every letter. */
export const settledMs = 400;
/** Nothing waits for its price any longer. */
const patienceMs = 1_500;
/** Where the user's own choice cannot be read. */
const usualAskAbove = 1;

/** What a message would cost. */
export const estimateQuery = (request: EstimateRequest) =>
  queryOptions({
    queryKey: [estimateMessage.path, request],
    queryFn: ({ signal }) => apiClient(estimateMessage, { body: request, signal }),
    staleTime: freshMs,
    gcTime: freshMs,
    retry: false,
  });

/** What stands in the box would cost, once it has settled; what was known before is kept until then. */
export function useEstimate(request: EstimateRequest | undefined) {
  const settled = useSettled(request, settledMs);
  const nothing: EstimateRequest = { selectedAIs: [], messageBytes: 0 };
  // Not shown to users who may not send yet.
  const mayAsk = useCurrentUser().user?.isApproved ?? false;
  const isWanted = mayAsk && request !== undefined && settled !== undefined;
  const options = { ...estimateQuery(settled ?? nothing), enabled: isWanted, placeholderData: keepPreviousData };
  const { data, isError } = useQuery(options);
  return { estimate: isWanted && !isError ? data : undefined, isUnavailable: isWanted && isError };
}

/**
 * The estimate, and above which amount the user wants to be asked. When it cannot be read in time, the last one that was
 * read counts, which may stand on the page; undefined where there is none.
 */
export async function expectedOf<E extends Estimate, Key extends QueryKey>(
  client: QueryClient,
  estimate: FetchQueryOptions<E, Error, E, Key>,
): Promise<{ estimate: E; askAbove: number | null } | undefined> {
  const last = () => client.getQueryData<E>(estimate.queryKey);
  const read = Promise.all([client.fetchQuery(estimate).catch(last), askAboveOf(client)]);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const [found, askAbove] = (await Promise.race([read, late])) ?? [last(), lastAskAbove(client)];
  return found && { estimate: found, askAbove };
}

const preferences = queryOptions({
  queryKey: keyOf(getPreferences),
  queryFn: () => apiClient(getPreferences),
  retry: false,
});

const askAboveOf = (client: QueryClient): Promise<number | null> =>
  client.fetchQuery(preferences).then(
    ({ askAbove }) => askAbove,
    () => lastAskAbove(client),
  );

function lastAskAbove(client: QueryClient): number | null {
  const known = client.getQueryData(preferences.queryKey);
  return known ? known.askAbove : usualAskAbove;
}
