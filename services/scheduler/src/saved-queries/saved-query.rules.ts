import { variableIssues, type QueryVariable } from '@polylogue/api-contract/query-variables';
import { aiServiceNameShape, Category, contractLimits, type AiService } from '@polylogue/proto';
import { anchorAt, isSameSchedule } from '@polylogue/service-kit';
import type { QueryIssue } from './schedule-issues.rules.js';
import {
  scheduleOf,
  variablesOf,
  type Anchor,
  type SavedQueryEntity,
  type SavedQueryInput,
} from './saved-query.entity.js';

const { messageLength, savedQuery, targets } = contractLimits;
const maxLengths = { ...savedQuery, content: messageLength };

/** What is wrong with a query apart from its schedule. */
export function inputIssues({ title, content, description, aiServices }: SavedQueryInput): QueryIssue[] {
  const issues: QueryIssue[] = [];
  const add = (path: string, message: string) => issues.push({ path, message });
  const texts = { title, content, description: description ?? '' };
  if (title.trim() === '') add('title', 'Title is required');
  if (content.trim() === '') add('content', 'Query content is required');
  for (const [path, text] of Object.entries(texts) as [keyof typeof texts, string][]) {
    if (text.length > maxLengths[path]) add(path, `This can have at most ${maxLengths[path]} characters.`);
    if (text.includes('\0')) add(path, 'This cannot contain NUL characters.');
  }
  if (aiServices.length === 0) add('selectedAiServices', 'Select at least one AI service');
  if (aiServices.length > targets) add('selectedAiServices', `A query can go to at most ${targets} AI services.`);
  if (new Set(aiServices).size < aiServices.length)
    add('selectedAiServices', 'Each AI service can be named only once.');
  return issues;
}

/** Answers that the first run of a watched query asks for: what can be read at once. */
const maxBaseline = 40;

/** What is wrong with how a query is watched. */
export function watchIssues({ report, watchFocus, baselineRuns, aiServices }: SavedQueryInput): QueryIssue[] {
  const issues: QueryIssue[] = [];
  const add = (path: string, message: string) => issues.push({ path, message });
  const { focus, baselineRuns: runs } = contractLimits.watch;
  if ((watchFocus ?? '').length > focus) add('watchFocus', `What counts can have at most ${focus} characters.`);
  if (watchFocus?.includes('\0')) add('watchFocus', 'This cannot contain NUL characters.');
  if (!Number.isInteger(baselineRuns) || baselineRuns < runs.min || baselineRuns > runs.max)
    add('baselineRuns', `The first run can ask each service ${runs.min} to ${runs.max} times.`);
  else if (report === 'changes' && aiServices.length * baselineRuns > maxBaseline)
    add(
      'baselineRuns',
      `The first run would ask for ${aiServices.length * baselineRuns} answers; at most ${maxBaseline} can be compared. ` +
        'Ask fewer services, or each of them less often.',
    );
  return issues;
}

/** What is wrong with what becomes of its runs. */
export function roundIssues({ keepsRounds, isJudged }: SavedQueryInput): QueryIssue[] {
  if (!isJudged || keepsRounds) return [];
  return [{ path: 'judged', message: 'Replies are judged in History. Keep the runs there, or turn judging off.' }];
}

/** Which of these services cannot be watched: they make no text that could be compared. */
export function unwatchedIssues(
  { report, aiServices }: SavedQueryInput,
  services: readonly Pick<AiService, 'name' | 'displayName' | 'category'>[],
): QueryIssue[] {
  if (report !== 'changes') return [];
  const textless = services.filter(({ name, category }) => aiServices.includes(name) && category !== Category.TEXT);
  if (textless.length === 0) return [];
  const names = textless.map(({ displayName, name }) => displayName || name).join(', ');
  const message = `Only changes can be reported of text: take out ${names}, or report everything.`;
  return [{ path: 'report', message }];
}

/**
 * What is wrong with the variables after a change that concerns them. What was saved before they were checked can still be
 * paused and renamed.
 */
export function changedVariableIssues(after: SavedQueryInput, before?: SavedQueryInput): QueryIssue[] {
  const isScheduled = after.isScheduled && !(before?.isScheduled && hasSameText(before, after));
  if (before && hasSameText(before, after) && !isScheduled) return [];
  // Names are implied by the content they were saved with, and by no other.
  const variables = after.variables ?? variablesOf(before ?? after);
  return variableIssues(after.content, variables, after.isScheduled);
}

const hasSameText = (one: SavedQueryInput, other: SavedQueryInput) =>
  one.content === other.content && isSameVariables(variablesOf(one), variablesOf(other));

const isSameVariables = (one: readonly QueryVariable[], other: readonly QueryVariable[]) =>
  JSON.stringify(one.map(pairOf)) === JSON.stringify(other.map(pairOf));

const pairOf = ({ name, default: value }: QueryVariable) => [name, value ?? null];

/** Names that no AI service of the catalog can have. */
export const impossibleNames = (names: readonly string[]) => names.filter((name) => !aiServiceNameShape.test(name));

/**
 * The days a schedule hangs on after a change: the day of the month stays from when scheduling was switched on; the
 * weekday of a weekly schedule without days is that of the moment it was saved so.
 */
export function anchorOf(input: SavedQueryInput, before: SavedQueryEntity | undefined, now: Date): Anchor {
  if (!input.isScheduled) return { monthDay: null, weekday: null };
  const today = anchorAt(input.timeZone, now);
  const hangsOnWeekday = (query: SavedQueryInput) =>
    query.isScheduled && query.frequency === 'weekly' && query.days.length === 0;
  const keepsWeekday = before !== undefined && hangsOnWeekday(before);
  return {
    monthDay: before?.monthDay ?? today.monthDay,
    weekday: !hangsOnWeekday(input) ? null : keepsWeekday ? before.weekday : today.weekday,
  };
}

/** Whether a change affects runs, so that what was claimed before is void. */
export function affectsRuns(before: SavedQueryEntity, after: SavedQueryInput & Anchor): boolean {
  if (before.content !== after.content || before.aiServices.join() !== after.aiServices.join()) return true;
  if (!isSameVariables(variablesOf(before), variablesOf(after))) return true;
  if (before.isActive !== after.isActive || before.isScheduled !== after.isScheduled) return true;
  if (before.report !== after.report || before.watchFocus !== after.watchFocus) return true;
  if (before.baselineRuns !== after.baselineRuns || before.watchExtractor !== after.watchExtractor) return true;
  if (before.keepsRounds !== after.keepsRounds || before.isJudged !== after.isJudged) return true;
  return after.isScheduled && !isSameSchedule(scheduleOf(before), scheduleOf(after));
}
