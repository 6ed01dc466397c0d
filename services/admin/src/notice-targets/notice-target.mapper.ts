import { deliveryOutcome, noticeTargetKind, type NoticeTarget, type NoticeTargetChoice } from '@polylogue/proto';
import type { NoticeTargetEntity } from './notice-target.entity.js';
import type { ShownTarget } from './notice-targets.repository.js';
import type { QuietHours } from './quiet-hours.rules.js';

export const toProto = (target: ShownTarget): NoticeTarget => ({
  id: target.id,
  kind: noticeTargetKind.fromWord(target.kind),
  maskedAddress: target.maskedAddress,
  choice: toChoice(target),
  isConfirmed: target.confirmedAt !== null,
  createdAt: target.createdAt,
  lastAt: target.lastAt ?? undefined,
  lastOutcome: target.lastOutcome ? deliveryOutcome.fromWord(target.lastOutcome) : undefined,
  lastFault: target.lastFault ?? '',
  waiting: target.waiting,
  givenUp: target.givenUp,
});

function toChoice(target: NoticeTargetEntity): NoticeTargetChoice {
  const quiet = quietHoursOf(target);
  return {
    noticeKinds: target.noticeKinds,
    isEnabled: target.isEnabled,
    quietHours: quiet && { fromMinute: quiet.from, toMinute: quiet.to, timeZone: quiet.timeZone },
  };
}

export const fromChoice = ({ noticeKinds, isEnabled, quietHours }: NoticeTargetChoice) => ({
  noticeKinds: [...new Set(noticeKinds)],
  isEnabled,
  quietFrom: quietHours?.fromMinute ?? null,
  quietTo: quietHours?.toMinute ?? null,
  timeZone: quietHours?.timeZone ?? null,
});

export function quietHoursOf({ quietFrom, quietTo, timeZone }: NoticeTargetEntity): QuietHours | undefined {
  if (quietFrom === null || quietTo === null || timeZone === null) return undefined;
  return { from: quietFrom, to: quietTo, timeZone };
}
