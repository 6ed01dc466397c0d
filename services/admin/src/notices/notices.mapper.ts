import { noticeKind, NoticeKind as ProtoKind, type Notice } from '@polylogue/proto';
import { unknownNoticeKind } from './notices.errors.js';
import type { NoticeKind } from './notice.js';
import type { NoticeRow } from './notices.repository.js';

export function toProto({ id, kind, title, lines, path, happenedAt, readAt }: NoticeRow): Notice {
  const read = readAt ?? undefined;
  return { id, kind: noticeKind.fromWord(kind), title, lines: [...lines], path, happenedAt, readAt: read };
}

export const toProtoKinds = (kinds: readonly NoticeKind[]): ProtoKind[] => kinds.map(noticeKind.fromWord);

export function fromProtoKinds(kinds: readonly ProtoKind[]): NoticeKind[] {
  if (kinds.some((kind) => kind === ProtoKind.UNSPECIFIED || kind === ProtoKind.UNRECOGNIZED))
    throw unknownNoticeKind();
  return kinds.map(noticeKind.toWord);
}
