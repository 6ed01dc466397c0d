import type { NoticeTarget, QuietHours, TargetNoticeKind } from '@polylogue/api-contract';
import {
  deliveryOutcome,
  noticeTargetKind,
  type NoticeTarget as ProtoTarget,
  type NoticeTargetChoice,
} from '@polylogue/proto';

export const toNoticeTarget = (target: ProtoTarget): NoticeTarget => ({
  id: target.id,
  kind: noticeTargetKind.toWord(target.kind),
  maskedAddress: target.maskedAddress,
  noticeKinds: target.choice?.noticeKinds ?? [],
  quietHours: toQuietHours(target.choice),
  isEnabled: target.choice?.isEnabled ?? false,
  isConfirmed: target.isConfirmed,
  createdAt: (target.createdAt ?? new Date(0)).toISOString(),
  last: toLast(target),
  waiting: target.waiting,
  givenUp: target.givenUp,
});

function toQuietHours(choice: NoticeTargetChoice | undefined): QuietHours | null {
  const quiet = choice?.quietHours;
  return quiet ? { from: quiet.fromMinute, to: quiet.toMinute, timeZone: quiet.timeZone } : null;
}

function toLast({ lastAt, lastOutcome, lastFault }: ProtoTarget): NoticeTarget['last'] {
  if (!lastAt || !lastOutcome) return null;
  const outcome = deliveryOutcome.toWord(lastOutcome);
  return { at: lastAt.toISOString(), outcome, fault: lastFault === '' ? null : lastFault };
}

interface Choice {
  noticeKinds: TargetNoticeKind[];
  isEnabled: boolean;
  quietHours?: QuietHours | null | undefined;
}

export const fromChoice = ({ noticeKinds, isEnabled, quietHours }: Choice): NoticeTargetChoice => ({
  noticeKinds,
  isEnabled,
  quietHours: quietHours
    ? { fromMinute: quietHours.from, toMinute: quietHours.to, timeZone: quietHours.timeZone }
    : undefined,
});
