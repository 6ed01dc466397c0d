import { z } from 'zod';
import { route } from './route.js';
import { scheduleFrequency, scheduleParts, schedulePreview } from './schedules.js';

/** When a suite is to run by itself; by the rules of a saved query's schedule, which are the server's. */
export const suiteScheduleInput = z
  .object({
    frequency: z.enum(scheduleFrequency.options, 'Choose daily, weekly, monthly or custom.'),
    ...scheduleParts,
  })
  .meta({ id: 'SuiteScheduleInput' });
export type SuiteScheduleInput = z.input<typeof suiteScheduleInput>;

export const suiteSchedule = z
  .object({
    frequency: scheduleFrequency,
    time: z.string().nullable().meta({ description: 'HH:mm; null of a custom one.' }),
    days: z.array(z.number()).meta({ description: 'Of a weekly one: 0 Sunday to 6 Saturday.' }),
    // Without them: of a server that knows daily and weekly ones only.
    cron: z.string().nullable().default(null).meta({ description: 'Five fields of cron, of a custom one.' }),
    monthDay: z.number().int().nullable().default(null).meta({
      description: 'Of a monthly one: the day on which the schedule was switched on. A short month ends before.',
    }),
    timeZone: z.string(),
  })
  .meta({ id: 'SuiteSchedule' });
export type SuiteSchedule = z.infer<typeof suiteSchedule>;

export const previewSuiteSchedule = route({
  method: 'POST',
  path: '/api/suites/{id}/schedule/preview',
  summary: 'When a suite would run by this schedule, or why it cannot be saved; stores nothing.',
  access: 'approved',
  body: z.object({ schedule: suiteScheduleInput }).meta({ id: 'SuiteSchedulePreview' }),
  answer: schedulePreview,
});
