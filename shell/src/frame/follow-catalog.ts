import { listAiServices } from '@polylogue/api-contract';
import { useLiveEvents } from '@polylogue/web-kit';
import { useQueryClient } from '@tanstack/react-query';

/** Reads the AI services again when an administrator has changed them, on whichever screen one is. */
export function useFollowCatalog(): void {
  const client = useQueryClient();
  useLiveEvents({
    service: ({ changed }) => {
      if (changed) void client.invalidateQueries({ queryKey: [listAiServices.path] });
    },
  });
}
