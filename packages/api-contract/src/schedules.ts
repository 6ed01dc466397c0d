import { z } from 'zod';
import { issue } from './errors.js';
import { time } from './scalars.js';

export const scheduleFrequency = z.enum(['daily', 'weekly', 'monthly', 'custom']);
export type ScheduleFrequency = z.infer<typeof scheduleFrequency>;

const aDay = 'Days are numbers from 0 (Sunday) to 6 (Saturday).';
const days = z.array(z.number(aDay).int(aDay).min(0, aDay).max(6, aDay), aDay).max(7, 'A week has seven days.');

/** When something runs, beside its frequency; what each field may hold the server says. */
export const scheduleParts = {
  time: z.string().max(20).nullable().optional().meta({ description: 'HH:mm; 09:00 when absent.' }),
  days: days.nullable().optional().meta({ description: '0 Sunday to 6 Saturday.' }),
  cron: z.string().max(200).nullable().optional().meta({ description: 'Five fields of cron.' }),
  timeZone: z.string().max(100).nullable().optional().meta({ description: 'IANA name; UTC when absent.' }),
};

/** The next slots of a schedule, or why it cannot be saved. */
export const schedulePreview = z.object({ nextRuns: z.array(time), issues: z.array(issue) });
