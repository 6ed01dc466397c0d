import { announcementLevel, AnnouncementLevel, type Announcement, type SetAnnouncementRequest } from '@polylogue/proto';
import type { AnnouncementRow } from './announcements.repository.js';

export function toProto({ level, endsAt, ...row }: AnnouncementRow): Announcement {
  return { ...row, level: announcementLevel.fromWord(level), endsAt: endsAt ?? undefined };
}

export function fromProto({ level, ...wanted }: SetAnnouncementRequest) {
  return { ...wanted, level: level === AnnouncementLevel.UNSPECIFIED ? 'info' : announcementLevel.toWord(level) };
}
