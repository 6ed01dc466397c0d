import type { Announcement } from '@polylogue/api-contract';

// setTimeout takes no more; an end that is further away is looked at again then.
const maxTimer = 2 ** 31 - 1;

/** Fetched again this often, should no hint of a change arrive. */
export const announcementPoll = 60_000;

/** The announcement when it is to be shown: neither dismissed nor over. */
export function shownOf(
  announcement: Announcement | undefined,
  dismissed: string | null,
  over: string | undefined,
): Announcement | undefined {
  return announcement?.id === dismissed || announcement?.id === over ? undefined : announcement;
}

/** Milliseconds until it is to be looked at again; undefined for one without an end. */
export function untilEnd(announcement: Announcement | undefined, now: number): number | undefined {
  if (!announcement?.endsAt) return undefined;
  return Math.min(Math.max(0, Date.parse(announcement.endsAt) - now), maxTimer);
}
