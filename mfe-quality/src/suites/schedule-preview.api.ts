import { previewSuiteSchedule, type SuiteSchedule } from '@polylogue/api-contract';
import { apiClient } from '@polylogue/web-kit';
import {
  emptySchedule,
  sentScheduleOf,
  usualTime,
  type ScheduleForm,
  type SchedulePreview,
} from '@polylogue/web-kit/schedule';

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** A schedule as it is typed again, to be changed; a new one is by this browser's time. */
export const scheduleFormOf = (schedule: SuiteSchedule | null): ScheduleForm =>
  schedule ? formOf(schedule) : emptySchedule(ownZone());

const formOf = ({ frequency, time, days, cron, timeZone }: SuiteSchedule): ScheduleForm => ({
  frequency,
  time: time ?? usualTime,
  days,
  cron: cron ?? '',
  timeZone,
});

/** When a suite would run by a schedule, or why that cannot be saved. */
export const schedulePreviewOf = (id: string): SchedulePreview => ({
  key: [previewSuiteSchedule.path, id],
  isWanted: true,
  ask: (form, signal) =>
    apiClient(previewSuiteSchedule, { parameters: { id }, body: { schedule: sentScheduleOf(form) }, signal }),
  fieldOf: {
    'schedule.time': 'time',
    'schedule.days': 'days',
    'schedule.cron': 'cron',
    'schedule.timeZone': 'timeZone',
  },
});
