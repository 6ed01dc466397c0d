const minuteMs = 60_000;
/** A schedule is saved before its slot, also when some tries fail. */
const soonestMs = 10_000;

/** The next whole minute that is not too near. */
export function nextMinute(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + soonestMs) / minuteMs) * minuteMs);
}

/** A schedule of one slot, as a saved query names it. */
export const timesOf = (slot: Date) => {
  const customSchedule = `${slot.getUTCMinutes()} ${slot.getUTCHours()} * * *`;
  return { isScheduled: true, scheduleFrequency: 'custom', customSchedule, timeZone: 'UTC' };
};
