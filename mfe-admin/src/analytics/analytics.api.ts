import { getAnalytics, listAuditEntries, verifyAudit } from '@polylogue/api-contract';
import { useApiQuery } from '@polylogue/web-kit';
import { analyticsPoll } from './analytics.rules.js';

export function useAnalytics() {
  return useApiQuery(getAnalytics, { refetchInterval: analyticsPoll, refetchIntervalInBackground: true });
}

export function useAuditEntries() {
  return useApiQuery(listAuditEntries, { query: { limit: 20 }, staleTime: 10_000 });
}

/** Only on request: the server computes every seal again. */
export function useVerification() {
  return useApiQuery(verifyAudit, { enabled: false, retry: false });
}
