import type { AnswerOf, Route } from '@polylogue/api-contract';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { apiClient } from './api-client.js';
import type { CallOf } from './api-request.js';

type Requested<R extends Route> = Pick<CallOf<R>, 'parameters' | 'query'>;

/** The cache key of a read: its path, then parameters and query. `[route.path]` alone matches every variant. */
export function keyOf<R extends Route>(route: R, { parameters, query }: Requested<R> = {}): QueryKey {
  return parameters === undefined && query === undefined
    ? [route.path]
    : [route.path, { ...(parameters && { parameters }), ...(query !== undefined && { query }) }];
}

/** Options of {@link useApiQuery}: parameters and query, and anything react-query takes beside key and reader. */
export type ApiQueryOptions<R extends Route, Data> = Requested<R> &
  Omit<UseQueryOptions<AnswerOf<R>, Error, Data>, 'queryKey' | 'queryFn'>;

/** Reads a route. A failure is the query's `error`, an `ApiError`. */
export function useApiQuery<R extends Route, Data = AnswerOf<R>>(
  route: R,
  { parameters, query, ...options }: ApiQueryOptions<R, Data> = {} as ApiQueryOptions<R, Data>,
): UseQueryResult<Data> {
  const requested = { ...(parameters && { parameters }), ...(query !== undefined && { query }) } as Requested<R>;
  return useQuery({
    ...options,
    queryKey: keyOf(route, requested),
    queryFn: ({ signal }) => apiClient(route, { ...requested, signal }),
  });
}

/** Options of {@link useApiMutation}. */
export type ApiMutationOptions<R extends Route, Before = unknown> = Omit<
  UseMutationOptions<AnswerOf<R>, Error, CallOf<R>, Before>,
  'mutationFn'
> & {
  /** Keys (or `[route.path]`) whose reads are refreshed after a success. */
  refreshes?: readonly QueryKey[];
};

/** Changes something by a route: `mutate({ body, parameters })`. Never retried. What `onMutate` answers comes back to `onSuccess`. */
export function useApiMutation<R extends Route, Before = unknown>(
  route: R,
  { refreshes = [], onSuccess, ...options }: ApiMutationOptions<R, Before> = {},
): UseMutationResult<AnswerOf<R>, Error, CallOf<R>, Before> {
  const client = useQueryClient();
  return useMutation<AnswerOf<R>, Error, CallOf<R>, Before>({
    ...options,
    mutationFn: (call) => apiClient(route, call),
    onSuccess: async (...what) => {
      void Promise.all(refreshes.map((queryKey) => client.invalidateQueries({ queryKey })));
      await onSuccess?.(...what);
    },
  });
}
