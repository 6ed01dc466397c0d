import { sqlMigration } from '@polylogue/service-kit';

// What a dispatch asks for in place of the service's own setting, so that a round that is replayed asks as it did then.
export const DispatchSettings0020 = sqlMigration(
  '0020-dispatch-settings',
  `
ALTER TABLE conversation.dispatches ADD COLUMN temperature double precision;
`,
);
