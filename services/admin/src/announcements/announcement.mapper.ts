import {
  announcementLevel,
  AnnouncementLevel,
  type Announcement as ProtoAnnouncement,
  type SetAnnouncementRequest,
} from '@polylogue/proto';
import type { Announcement } from './announcement.entity.js';

export function toProto({ id, text, level, endsAt, isPublic }: Announcement): ProtoAnnouncement {
  return { id, text, level: announcementLevel.fromWord(level), endsAt: endsAt ?? undefined, isPublic };
}

export function fromProto({ level, ...wanted }: SetAnnouncementRequest) {
  return { ...wanted, level: level === AnnouncementLevel.UNSPECIFIED ? 'info' : announcementLevel.toWord(level) };
}
