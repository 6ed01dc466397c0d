import { getTimeline } from '@polylogue/api-contract';
import { useApiQuery } from '@polylogue/web-kit';

/** `runs`: how many watched runs there are; another one makes another timeline. */
export const useTimeline = (id: number, runs: number) =>
  useApiQuery(getTimeline, { parameters: { id }, enabled: runs > 0, refetchOnMount: 'always' });
