import { previewSchedule } from '@polylogue/api-contract';
import { apiClient } from '@polylogue/web-kit';
import type { SchedulePreview } from '@polylogue/web-kit/schedule';
import { scheduleOf } from './query-form.rules.js';

/** When the schedule of a query would fire next, or why it cannot be saved. */
export const schedulePreviewOf = (savedQueryId: number | undefined): SchedulePreview => ({
  key: [previewSchedule.path, savedQueryId],
  isWanted: true,
  ask: (schedule, signal) =>
    apiClient(previewSchedule, {
      body: { ...scheduleOf({ isScheduled: true, schedule }), ...(savedQueryId !== undefined && { savedQueryId }) },
      signal,
    }),
  fieldOf: { scheduleTime: 'time', scheduleDays: 'days', customSchedule: 'cron', timeZone: 'timeZone' },
});
