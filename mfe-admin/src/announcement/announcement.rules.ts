import {
  limits,
  type Announcement,
  type AnnouncementLevel,
  type BodyOf,
  type setAnnouncement,
} from '@polylogue/api-contract';

export interface AnnouncementForm {
  text: string;
  level: AnnouncementLevel;
  /** As `<input type="datetime-local">` has it, in the browser's zone; empty for no end. */
  endsAt: string;
  isPublic: boolean;
}

export const levelLabels: Record<AnnouncementLevel, string> = {
  info: 'Information',
  warning: 'Warning',
  critical: 'Critical',
};

export const emptyForm: AnnouncementForm = { text: '', level: 'info', endsAt: '', isPublic: false };

const two = (value: number) => String(value).padStart(2, '0');

/** A time as the field for it wants it. */
export function localTime(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function formOf(shown: Announcement | null): AnnouncementForm {
  if (!shown) return emptyForm;
  const { text, level, endsAt, isPublic } = shown;
  return { text, level, isPublic, endsAt: endsAt ? localTime(new Date(endsAt)) : '' };
}

export function bodyOf({ text, level, endsAt, isPublic }: AnnouncementForm): BodyOf<typeof setAnnouncement> {
  return { text: text.trim(), level, isPublic, endsAt: endsAt ? new Date(endsAt).toISOString() : null };
}

/** What keeps it from being shown; undefined when nothing does. */
export function faultOf({ text, endsAt }: AnnouncementForm, now: Date): string | undefined {
  if (text.trim() === '') return 'Type what everybody should read.';
  if (text.trim().length > limits.announcementLength) {
    return `An announcement has at most ${limits.announcementLength} characters.`;
  }
  return endsAt && new Date(endsAt) <= now ? 'Choose an end that is still to come.' : undefined;
}
