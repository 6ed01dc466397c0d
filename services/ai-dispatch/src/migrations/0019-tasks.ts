import { sqlMigration } from '@polylogue/service-kit';

/** Which task of the product's own a call was made for; null for replies, and before this version. */
export const Tasks0019 = sqlMigration('0019-tasks', 'ALTER TABLE ai_dispatch.calls ADD COLUMN task text;');
