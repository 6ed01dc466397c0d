import { estimateMessage } from '@polylogue/api-contract';
import { apiClient, useCurrentUser } from '@polylogue/web-kit';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EstimateRequest } from './estimate.rules.js';

/** A thread may have grown since. */
const freshMs = 10_000;
/** A user who types on is not estimated at every letter. */
const settledMs = 400;

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
  // One who may not send yet is not told what sending would cost.
  const mayAsk = useCurrentUser().user?.isApproved ?? false;
  const isWanted = mayAsk && request !== undefined && settled !== undefined;
  const options = { ...estimateQuery(settled ?? nothing), enabled: isWanted, placeholderData: keepPreviousData };
  const { data, isError } = useQuery(options);
  return { estimate: isWanted && !isError ? data : undefined, isUnavailable: isWanted && isError };
}

/** A value that has not changed for a while. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const key = JSON.stringify(value);
  const [settled, setSettled] = useState({ key, value });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key, value }), ms);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key is the value
  }, [key, ms]);
  return settled.value;
}
