/**
 * Whether a moment lies less than `ms` milliseconds back, both read from the time of day. One that lies ahead does not: the clock was
 * wrong then or is wrong now, and what was noted would count until the clock has caught up.
 */
export const isWithin = (at: number, now: number, ms: number): boolean => at <= now && now - at < ms;
