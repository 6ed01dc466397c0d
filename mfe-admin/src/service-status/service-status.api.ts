import { getServiceStatus } from '@polylogue/api-contract';
import { useApiQuery } from '@polylogue/web-kit';

const statusPoll = 5_000;

export function useServiceStatus() {
  return useApiQuery(getServiceStatus, { refetchInterval: statusPoll, staleTime: 0 });
}
