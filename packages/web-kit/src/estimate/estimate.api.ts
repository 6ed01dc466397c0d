import { getPreferences, type Estimate } from '@polylogue/api-contract';
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { apiClient } from '../api/api-client.js';
import { keyOf } from '../api/use-api.js';

/** Nothing waits for its price any longer. */
const patienceMs = 1_500;
/** Where the user's own choice cannot be read. */
const usualAskAbove = 1;

/** The estimate, and above which amount the user wants to be asked; undefined when it is not known in time. */
export async function expectedOf<Key extends QueryKey>(
  client: QueryClient,
  estimate: FetchQueryOptions<Estimate, Error, Estimate, Key>,
): Promise<{ estimate: Estimate; askAbove: number | null } | undefined> {
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
