import { ExecutionStatus, type EventOf, type RunChange, type RunDigest } from '@polylogue/proto';
import type { Notice, NoticeKind } from './notice.js';

/** What a notice says. */
export type NoticeTexts = Pick<Notice, 'title' | 'lines' | 'path'> & { kind: NoticeKind };

const maxLine = 1_000;
const maxLines = 20;

/** Which could turn the words around them: what joins letters and emoji stays. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Titles and quotes come from users and models: on one line, not turned around, and not without end. */
export function oneLine(text: string): string {
  const line = text
    .replace(turning, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const shown = [...line];
  return shown.length > maxLine ? `${shown.slice(0, maxLine - 1).join('')}…` : line;
}

const textsOf = (kind: NoticeKind, title: string, lines: readonly string[], path: string): NoticeTexts => ({
  kind,
  title: oneLine(title),
  lines: lines
    .map(oneLine)
    .filter((line) => line !== '')
    .slice(0, maxLines),
  path,
});

const placeOf = ({ savedQueryId }: RunDigest) => `/saved-queries/${savedQueryId}/results`;
const runOf = ({ executionNumber }: RunDigest) => `Execution #${executionNumber}`;

/** The texts of a run that has ended; undefined for watched queries, whose users get a notice of changes, not of runs. */
export function endedTexts(digest: RunDigest): NoticeTexts | undefined {
  if (digest.status === ExecutionStatus.FAILED) return failedTexts(digest);
  if (digest.status !== ExecutionStatus.COMPLETED || digest.isWatched) return undefined;
  return finishedTexts(digest);
}

function failedTexts(digest: RunDigest): NoticeTexts {
  const lines = [digest.error ?? 'None of the AI services answered.', runOf(digest)];
  return textsOf('run_failed', `${digest.title}: the run failed`, lines, placeOf(digest));
}

function finishedTexts(digest: RunDigest, more: readonly string[] = []): NoticeTexts {
  const { title, successfulResponses, totalResponses } = digest;
  const answered = `${title}: ${successfulResponses} of ${totalResponses} answered`;
  return textsOf('run_finished', answered, [...more, runOf(digest)], placeOf(digest));
}

/** The first run of a watched query. */
export const baselineTexts = (digest: RunDigest): NoticeTexts =>
  finishedTexts(digest, ['Later runs are compared with these answers.']);

/** Of a watched run in which something changed. */
export function changedTexts(digest: RunDigest, changed: number, total: number): NoticeTexts {
  const lines = [...digest.changes.map(changeLine), runOf(digest)];
  return textsOf('run_changed', `${digest.title}: ${changed} of ${total} changed`, lines, placeOf(digest));
}

function changeLine({ aiService, sentence, before, now }: RunChange): string {
  const quotes = [before && `Before: “${oneLine(before)}”`, now && `Now: “${oneLine(now)}”`].filter(Boolean);
  return [`${aiService}: ${sentence}`, ...quotes].join(' ');
}

/** Of slots that passed without a run. */
export function skippedTexts(digest: RunDigest, missed: number, isOverlap: boolean): NoticeTexts {
  const what = isOverlap ? 'a run was skipped' : missed === 1 ? 'a run was missed' : `${missed} runs were missed`;
  const lines = [digest.error ?? '', runOf(digest)];
  return textsOf('run_skipped', `${digest.title}: ${what}`, lines, placeOf(digest));
}

const dollars = (micros: number) => `$${(micros / 1_000_000).toFixed(2)}`;
const numbers = new Intl.NumberFormat('en-US');

/** Of a budget of which four fifths are used. */
export function budgetTexts(used: EventOf<'ai_dispatch.budget_near_end.v1'>): NoticeTexts {
  const { apiKeyId, usedMicros, budgetMicros, usedTokens, budgetTokens } = used;
  const shares = [share(usedMicros, budgetMicros), share(usedTokens, budgetTokens)];
  const percent = Math.max(...shares);
  const lines = [
    budgetMicros === undefined ? '' : `${dollars(usedMicros)} of ${dollars(budgetMicros)} are used.`,
    budgetTokens === undefined
      ? ''
      : `${numbers.format(usedTokens)} of ${numbers.format(budgetTokens)} tokens are used.`,
    'It starts anew at 00:00 UTC.',
  ];
  const whose = apiKeyId === undefined ? 'your budget for today' : 'the budget of an API key for today';
  const path = `/admin/account#${apiKeyId === undefined ? 'allowance-title' : 'keys-title'}`;
  return textsOf('budget_near_end', `${percent}% of ${whose} is used`, lines, path);
}

const share = (used: number, budget: number | undefined) =>
  budget === undefined || budget <= 0 ? 0 : Math.min(100, Math.floor((used / budget) * 100));

/** Of a suite that got worse by its schedule, or could not run to its end. */
export function suiteTexts({
  suiteId,
  worse,
  decided,
  stopSentence,
}: EventOf<'quality.suite_alarmed.v1'>): NoticeTexts {
  const got = `${worse} of ${decided} ${decided === 1 ? 'case' : 'cases'} passed before and ${worse === 1 ? 'fails' : 'fail'} now.`;
  const title = worse > 0 ? 'A suite got worse' : 'A suite stopped before its end';
  const path = `/quality-assessment/suites/${suiteId}`;
  return textsOf('suite_alarm', title, [worse > 0 ? got : '', stopSentence ?? ''], path);
}

export const approvedTexts = (): NoticeTexts =>
  textsOf('approval_granted', 'Your account has been approved', ['You can send messages now.'], '/');

/** To administrators, of an account that waits. */
export function waitingTexts(user: { firstName: string; lastName: string; email: string }): NoticeTexts {
  const name = oneLine(`${user.firstName} ${user.lastName}`) || user.email;
  const lines = name === user.email ? [] : [user.email];
  return textsOf('approval_waiting', `${name} is waiting for approval`, lines, '/admin');
}
