import { sqlMigration } from '@polylogue/service-kit';

/** How many times a run was handed over by a process that lived on: those are no crashes of the run. */
export const Handovers0004 = sqlMigration(
  '0004-handovers',
  'ALTER TABLE scheduler.executions ADD COLUMN handovers integer NOT NULL DEFAULT 0;',
);
