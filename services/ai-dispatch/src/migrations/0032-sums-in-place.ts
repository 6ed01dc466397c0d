import { onlineMigration } from '@polylogue/service-kit';

/** Sums of a day are written again with each broadcast: with room on their pages in place, and no index with them. */
export const SumsInPlace0032 = onlineMigration(
  '0032-sums-in-place',
  'ALTER TABLE ai_dispatch.usage_days SET (fillfactor = 60)',
);
