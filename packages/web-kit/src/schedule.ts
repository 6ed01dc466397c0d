/** The entry for screens on which it is chosen when something runs. */
export { faultsBy, type SchedulePreview } from './schedule/next-runs.js';
export { dayOf, describeSchedule } from './schedule/schedule-description.rules.js';
export { ScheduleFields, type ScheduleFieldsProps } from './schedule/schedule-fields.js';
export { emptySchedule, sentScheduleOf, usualTime, type ScheduleForm } from './schedule/schedule-form.rules.js';
