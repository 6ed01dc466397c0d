import { onlineMigration } from '@polylogue/service-kit';

/**
 * More room for the second version of a row: at three fifths full, only half of the ends of calls and of the sums of a day found
 * some on their page, and wrote the indexes again. Sums are few, however many calls they count.
 */
export const RoomForEnds0034 = onlineMigration(
  '0034-room-for-ends',
  'ALTER TABLE ai_dispatch.calls SET (fillfactor = 45)',
  'ALTER TABLE ai_dispatch.usage_days SET (fillfactor = 30)',
);
