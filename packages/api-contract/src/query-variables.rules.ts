import { limits } from './limits.js';

/** The one grammar of `{{names}}` in saved queries: for the form, the composer, the schedule and webhooks (decision 0060). */

/** A name that a saved query declares for its own, and what stands for it where a run gives no value. */
export interface QueryVariable {
  name: string;
  /** Absent or null: each run must give a value. */
  default?: string | null | undefined;
}

export type VariableValues = Readonly<Record<string, string>>;

export interface VariableIssue {
  path: string;
  message: string;
}

/** Known without being declared; what a run gives for one of them wins. */
export const builtInVariables = ['date', 'time', 'weekday', 'last_run', 'last_report'] as const;
export type BuiltInVariable = (typeof builtInVariables)[number];

/** What stands for `{{last_run}}` and `{{last_report}}` before the first run. */
export const noRunYet = { last_run: 'never', last_report: 'none' } as const;

/** Characters of `{{last_report}}`. */
export const maxReportLength = 8_000;

const { variables: maxVariables, nameLength, valueLength } = limits.webhook;

/** What a variable may be called. */
export const variableNameShape = new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${nameLength - 1}}$`);
export const variableNameSentence = `The name of a variable is at most ${nameLength} letters, digits and _, a letter first.`;

/** A name in its braces; with a backslash before them it is text. Braces around anything else are text as well. */
const place = new RegExp(`(\\\\?)\\{\\{ *([A-Za-z][A-Za-z0-9_]{0,${nameLength - 1}}) *\\}\\}`, 'g');

export const isBuiltIn = (name: string): name is BuiltInVariable =>
  (builtInVariables as readonly string[]).includes(name);

/** How a name is written in a text. */
export const written = (name: string): string => `{{${name}}}`;

/** The names that a text asks for, each once, in order. */
export function namesIn(content: string): string[] {
  const names = [...content.matchAll(place)].flatMap(([, escape, name = '']) => (escape === '' ? [name] : []));
  return [...new Set(names)];
}

/** Whether anything of a text changes when it is filled. */
export const hasPlaces = (content: string): boolean => content.search(place) !== -1;

/** The names that a text asks for and is not given. */
export const missingNames = (content: string, values: VariableValues): string[] =>
  namesIn(content).filter((name) => !Object.hasOwn(values, name));

/** A text with values in their places, each put in once: what stands in a value is never taken for a place. */
export const filled = (content: string, values: VariableValues): string =>
  content.replace(place, (whole, escape: string, name: string) => {
    if (escape !== '') return whole.slice(1);
    return Object.hasOwn(values, name) ? (values[name] ?? whole) : whole;
  });

/** A text that comes out as it is when it is filled. */
export const escaped = (text: string): string => text.replace(place, (whole) => `\\${whole}`);

/** Some places filled now, the others left for later; what is put in comes out then as it was given. */
export const filledInPart = (content: string, values: VariableValues): string =>
  content.replace(place, (whole, escape: string, name: string) =>
    escape === '' && Object.hasOwn(values, name) ? escaped(values[name] ?? '') : whole,
  );

/** The variables of a query that was saved before they were declared: every name that is not built in must be given. */
export const impliedVariables = (content: string): QueryVariable[] =>
  namesIn(content)
    .filter((name) => !isBuiltIn(name))
    .map((name) => ({ name }));

/** The values that need no one to give them. */
export const defaultsOf = (variables: readonly QueryVariable[]): VariableValues =>
  Object.fromEntries(variables.flatMap(({ name, default: value }) => (value == null ? [] : [[name, value]])));

/** Variables with the values that a run gives, also for names that the query does not declare: what is given wins. */
export const withValues = (variables: readonly QueryVariable[], values: VariableValues): QueryVariable[] => {
  const declared = new Set(variables.map(({ name }) => name));
  const others = Object.entries(values).filter(([name]) => !declared.has(name));
  return [
    ...variables.map((each) =>
      Object.hasOwn(values, each.name) ? { name: each.name, default: values[each.name] } : each,
    ),
    ...others.map(([name, value]) => ({ name, default: value })),
  ];
};

/** What is wrong with the variables of a query; `isScheduled`: no user is there to give a value. */
export function variableIssues(
  content: string,
  variables: readonly QueryVariable[],
  isScheduled: boolean,
): VariableIssue[] {
  const declared = variables.map(({ name }) => name);
  const known = new Set(declared);
  const unknown = namesIn(content).filter((name) => !isBuiltIn(name) && !known.has(name));
  const issues = variables.flatMap(issuesOf);
  const add = (path: string, message: string) => issues.push({ path, message });
  if (unknown.length > 0) add('content', unknownSentence(unknown));
  if (known.size < declared.length) add('variables', 'Each variable can be declared only once.');
  if (variables.length > maxVariables) add('variables', `There can be at most ${maxVariables} variables.`);
  const open = variables.filter((each) => each.default == null && namesIn(content).includes(each.name));
  if (isScheduled && open.length > 0) add('variables', scheduledSentence(open.map(({ name }) => name)));
  return issues;
}

function issuesOf({ name, default: value }: QueryVariable): VariableIssue[] {
  const issue = (message: string) => [{ path: 'variables', message }];
  if (name === '') return issue('Give each variable a name.');
  if (!variableNameShape.test(name)) return issue(variableNameSentence);
  if (isBuiltIn(name)) return issue(`${written(name)} has its value by itself. Give this variable another name.`);
  if ((value ?? '').length > valueLength) return issue(`A value can have at most ${valueLength} characters.`);
  return (value ?? '').includes('\0') ? issue('A value cannot contain NUL characters.') : [];
}

/** Why a text with names that are not known cannot be kept. */
export function unknownSentence(names: readonly string[]): string {
  const all = names.map(written).join(', ');
  return names.length === 1
    ? `${all} is not a variable of this query. Add it under Variables, or write \\${all} to send it as it stands.`
    : `${all} are not variables of this query. Add them under Variables, or put a \\ before each to send it as it stands.`;
}

const scheduledSentence = (names: readonly string[]) =>
  `A scheduled run has no value for ${names.map(written).join(', ')}. Give ${names.length === 1 ? 'it' : 'each'} a default.`;

/** Why a run sends nothing. */
export const missingSentence = (names: readonly string[]): string =>
  `The query asks for ${names.map(written).join(', ')}, which has no value. Give a default in the query, or a value with the run.`;

/** Of a moment in the local time of a zone: `2026-11-24`, `09:00`, `Tuesday`. An unknown zone counts as UTC. */
export function timeValues(moment: Date, timeZone: string): Record<'date' | 'time' | 'weekday', string> {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, weekday } = parts;
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}`, weekday: weekday! };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'long',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}

/** The run before: when it began, and what was answered in the last run that brought answers. */
export interface RunBefore {
  startedAt?: Date | undefined;
  answers: readonly { service: string; text: string }[];
}

/** The values of the built-in names for a run that is due at a moment. */
export function builtInValues(moment: Date, timeZone: string, before: RunBefore): Record<BuiltInVariable, string> {
  const last = before.startedAt && timeValues(before.startedAt, timeZone);
  return {
    ...timeValues(moment, timeZone),
    last_run: last ? `${last.date} ${last.time}` : noRunYet.last_run,
    last_report: reportOf(before.answers),
  };
}

/** The answers one after another under the names of their services, each cut to its share of the room. */
export function reportOf(answers: RunBefore['answers']): string {
  if (answers.length === 0) return noRunYet.last_report;
  const room = Math.floor(maxReportLength / answers.length);
  return answers.map(({ service, text }) => cut(`${service}:\n${text.trim()}`, room - 2)).join('\n\n');
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length - 1);
  // Never inside a character of two units.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
