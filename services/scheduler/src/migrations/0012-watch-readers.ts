import { sqlMigration } from '@polylogue/service-kit';

// Who reads the answers of a watched query, by its catalog name; null: whoever wrote none of them.
export const WatchReaders0012 = sqlMigration(
  '0012-watch-readers',
  `
ALTER TABLE scheduler.saved_queries ADD COLUMN watch_extractor text;
`,
);
