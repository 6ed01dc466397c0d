import { contractLimits, type NoticeTargetChoice } from '@polylogue/proto';
import type { Issue } from '@polylogue/service-kit';
import { z } from 'zod';
import type { NoticeKind } from '../notices/notice.js';
import type { TargetKind } from './notice-target.entity.js';
import { isTimeZone } from './quiet-hours.rules.js';

const { noticeTargets: limits } = contractLimits;

/** Every kind of notice that is sent; a missing one does not compile. A delivery that was given up has a notice in the product only. */
export const noticeKinds = Object.keys({
  run_finished: true,
  run_failed: true,
  run_changed: true,
  run_skipped: true,
  budget_near_end: true,
  approval_granted: true,
  approval_waiting: true,
  suite_alarm: true,
} satisfies Record<Exclude<NoticeKind, 'delivery_given_up'>, true>);

/** What is wrong with what a user chose; none when all is well. */
export function faultsOfChoice({ noticeKinds: kinds, quietHours }: NoticeTargetChoice): Issue[] {
  const issues: Issue[] = [];
  if (kinds.length === 0 || kinds.some((kind) => !noticeKinds.includes(kind))) {
    issues.push({ path: 'noticeKinds', message: 'Choose at least one kind of notice.' });
  }
  if (quietHours) {
    const { fromMinute, toMinute, timeZone } = quietHours;
    const isMinute = (minute: number) => Number.isInteger(minute) && minute >= 0 && minute < 1440;
    if (!isMinute(fromMinute) || !isMinute(toMinute) || fromMinute === toMinute) {
      issues.push({ path: 'quietHours', message: 'Quiet hours begin and end at two different times of the day.' });
    } else if (!isTimeZone(timeZone)) {
      issues.push({ path: 'quietHours', message: 'Choose a time zone such as Europe/Rome.' });
    }
  }
  return issues;
}

const email = z.email();

/** An address as it is kept, or what is wrong with it. */
export function readAddress(kind: TargetKind, written: string): { address: string } | { fault: string } {
  const text = written.trim();
  if (text.length > limits.address) return { fault: `An address has at most ${limits.address} characters.` };
  if (kind === 'email') {
    const isSound = text.length <= contractLimits.emailLength && email.safeParse(text).success;
    return isSound ? { address: text.toLowerCase() } : { fault: 'Enter an e-mail address such as ada@example.org.' };
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return { fault: 'Enter an address that begins with https://.' };
  }
  if (url.username !== '' || url.password !== '')
    return { fault: 'Leave the user name and password out of the address.' };
  url.hash = '';
  return { address: url.href };
}
