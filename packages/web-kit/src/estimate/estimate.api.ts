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

/** The estimate, and above which amount the user wants to be asked; undefined when it is not known in time. */
export async function expectedOf<E extends Estimate, Key extends QueryKey>(
  client: QueryClient,
  estimate: FetchQueryOptions<E, Error, E, Key>,
): Promise<{ estimate: E; askAbove: number | null } | undefined> {
  const known = Promise.all([client.fetchQuery(estimate), askAboveOf(client)]);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const found = await Promise.race([known.catch(() => undefined), late]);
  return found && { estimate: found[0], askAbove: found[1] };
}

const askAboveOf = (client: QueryClient): Promise<number | null> =>
  client.fetchQuery({ queryKey: keyOf(getPreferences), queryFn: () => apiClient(getPreferences), retry: false }).then(
    ({ askAbove }) => askAbove,
    () => usualAskAbove,
  );
