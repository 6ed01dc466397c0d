import { previewQueryText, type BodyOf } from '@polylogue/api-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiClient } from '../api/api-client.js';

/** A text as it would be sent now; the last one stands while the next one comes. */
export const useTextPreview = (body: BodyOf<typeof previewQueryText>, isWanted = true) =>
  useQuery({
    queryKey: [previewQueryText.path, body],
    queryFn: ({ signal }) => apiClient(previewQueryText, { body, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    // Its times pass.
    staleTime: 0,
    gcTime: 0,
  });
