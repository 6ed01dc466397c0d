import { sqlMigration } from '@polylogue/service-kit';

// What the runs of a query are judged by: a rubric of quality or 'built-in'; null: the default of the installation.
export const RubricsOfQueries0016 = sqlMigration(
  '0016-rubrics-of-queries',
  'ALTER TABLE scheduler.saved_queries ADD COLUMN rubric_id text',
);
