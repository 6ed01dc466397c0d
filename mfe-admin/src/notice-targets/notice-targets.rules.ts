import {
  targetNoticeKinds,
  type NoticeKind,
  type NoticeTarget,
  type NoticeTargetKind,
  type QuietHours,
  type TargetNoticeKind,
} from '@polylogue/api-contract';
import { offeredKinds } from './notice-kinds.rules.js';

export const targetKindLabels: Record<NoticeTargetKind, string> = {
  email: 'E-mail',
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Teams',
};

export const addressLabels: Record<NoticeTargetKind, { label: string; help: string }> = {
  email: {
    label: 'E-mail address',
    help: 'An address other than that of your account is sent a link to confirm first.',
  },
  webhook: { label: 'Address', help: 'Messages are signed as Standard Webhooks say; the secret is shown once.' },
  slack: {
    label: 'Address of the incoming webhook',
    help: 'Mattermost and others that take Slack’s form work as well. After a crash here a message may show twice.',
  },
  teams: {
    label: 'Address of the workflow',
    help: 'From the workflow “Send webhook alerts to a channel”. After a crash here a message may show twice.',
  },
};

/** What targets can be sent, in the order in which the product offers it. */
export const kindsFor = (isAdmin: boolean): TargetNoticeKind[] => offeredKinds(isAdmin).filter(isTargetKind);

const isTargetKind = (kind: NoticeKind): kind is TargetNoticeKind =>
  (targetNoticeKinds as readonly NoticeKind[]).includes(kind);

export interface TargetForm {
  kind: NoticeTargetKind;
  address: string;
  noticeKinds: readonly TargetNoticeKind[];
  isEnabled: boolean;
  hasQuietHours: boolean;
  from: string;
  to: string;
  timeZone: string;
}

export const emptyForm = (timeZone: string): TargetForm => ({
  kind: 'webhook',
  address: '',
  noticeKinds: ['run_failed', 'run_changed', 'run_skipped', 'budget_near_end'],
  isEnabled: true,
  hasQuietHours: false,
  from: '22:00',
  to: '07:00',
  timeZone,
});

export function formOf(target: NoticeTarget, timeZone: string): TargetForm {
  const { quietHours, kind, isEnabled } = target;
  const usual = emptyForm(timeZone);
  return {
    ...usual,
    kind,
    isEnabled,
    noticeKinds: kindsFor(true).filter((each) => target.noticeKinds.includes(each)),
    hasQuietHours: quietHours !== null,
    from: quietHours ? clockOf(quietHours.from) : usual.from,
    to: quietHours ? clockOf(quietHours.to) : usual.to,
    timeZone: quietHours?.timeZone ?? timeZone,
  };
}

export type Faults = Partial<Record<'address' | 'noticeKinds' | 'quietHours', string>>;

export function faultsOf({ address, noticeKinds, hasQuietHours, from, to }: TargetForm, isNew: boolean): Faults {
  const minutes = [from, to].map(minutesOf);
  return {
    ...(isNew && address.trim() === '' ? { address: 'Enter an address.' } : {}),
    ...(noticeKinds.length === 0 ? { noticeKinds: 'Choose at least one kind of notice.' } : {}),
    ...(hasQuietHours && (minutes.includes(undefined) || minutes[0] === minutes[1])
      ? { quietHours: 'Quiet hours begin and end at two different times of the day.' }
      : {}),
  };
}

export const choiceOf = (form: TargetForm) => ({
  noticeKinds: [...form.noticeKinds],
  isEnabled: form.isEnabled,
  quietHours: form.hasQuietHours
    ? { from: minutesOf(form.from) ?? 0, to: minutesOf(form.to) ?? 0, timeZone: form.timeZone }
    : null,
});

const two = (figure: number) => String(figure).padStart(2, '0');

export const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

export function minutesOf(clock: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

export const quietHoursLabel = ({ from, to, timeZone }: QuietHours): string =>
  `Quiet from ${clockOf(from)} to ${clockOf(to)}, ${timeZone}`;

/** What is on its way, and what never arrived. */
export function countsOf({ waiting, givenUp }: NoticeTarget): string | undefined {
  const parts = [
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} to be sent`] : []),
    ...(givenUp > 0 ? [`${givenUp} never arrived in the last 30 days`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
