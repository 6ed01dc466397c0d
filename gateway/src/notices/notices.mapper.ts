import type { Notice } from '@polylogue/api-contract';
import { noticeKind, NoticeKind, type Notice as ProtoNotice } from '@polylogue/proto';

// A kind that an admin of the next version knows: its texts say what it is.
const kindOf = (kind: NoticeKind) =>
  kind === NoticeKind.UNSPECIFIED || kind === NoticeKind.UNRECOGNIZED ? 'other' : noticeKind.toWord(kind);

export function toNotice({ kind, happenedAt, readAt, ...notice }: ProtoNotice): Notice {
  return {
    ...notice,
    kind: kindOf(kind),
    happenedAt: (happenedAt ?? new Date(0)).toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}

export const toKinds = (kinds: readonly NoticeKind[]): string[] => kinds.map(kindOf).filter((kind) => kind !== 'other');
