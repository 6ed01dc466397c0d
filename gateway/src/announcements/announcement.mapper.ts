import type { Announcement, setAnnouncement, ValidBodyOf } from '@polylogue/api-contract';
import {
  announcementLevel,
  type Announcement as ProtoAnnouncement,
  type SetAnnouncementRequest,
} from '@polylogue/proto';

export function toAnnouncement({ level, endsAt, ...announcement }: ProtoAnnouncement): Announcement {
  return { ...announcement, level: announcementLevel.toWord(level), endsAt: endsAt?.toISOString() ?? null };
}

export function toRequest({ level, endsAt, ...wanted }: ValidBodyOf<typeof setAnnouncement>): SetAnnouncementRequest {
  return { ...wanted, level: announcementLevel.fromWord(level), endsAt: endsAt ? new Date(endsAt) : undefined };
}
