import type { SuiteAssertion } from '@polylogue/proto';
import { z } from 'zod';
import type { LeftOut } from './left-out.js';
import { filled, type Vars } from './template.rules.js';

const entry = z.looseObject({
  type: z.string(),
  value: z.unknown().optional(),
  threshold: z.number().optional(),
  weight: z.number().optional(),
});
type Entry = z.infer<typeof entry>;
type Mapped = SuiteAssertion[] | { reason: string };

const known = ['type', 'value', 'threshold', 'weight', 'assert', 'transform', 'description'];
const usualScore = 50;
const code = 'Code of a configuration is not run here.';
const reasons: Readonly<Record<string, string>> = { javascript: code, python: code, ruby: code, webhook: code };

/** The assertions of one test; what does not map is left out by its type. */
export function mapAsserts(list: unknown, vars: Vars, leftOut: LeftOut): SuiteAssertion[] {
  const entries = Array.isArray(list) ? (list as unknown[]) : list === undefined ? [] : [list];
  return entries.flatMap((each) => {
    const found = entry.safeParse(each).data;
    if (!found) {
      leftOut.add('assert', 'An assertion is an object with a type.');
      return [];
    }
    leftOut.addKeys(found, known, `assert ${found.type}: `);
    const mapped = mapOne(found, vars, leftOut);
    if (Array.isArray(mapped)) return mapped;
    leftOut.add(`assert ${found.type}`, mapped.reason);
    return [];
  });
}

function mapOne(found: Entry, vars: Vars, leftOut: LeftOut): Mapped {
  if (found['transform'] !== undefined)
    return { reason: 'It changes the answer first; here answers are checked as they are.' };
  if (found.weight === 0) return { reason: 'Its weight is 0: it decides nothing.' };
  if (found.weight !== undefined && found.weight !== 1) leftOut.add('weight', 'Each assertion has to hold here.');
  if (found.type === 'assert-set') return mapSet(found, vars, leftOut);
  const isNot = found.type.startsWith('not-');
  const type = isNot ? found.type.slice(4) : found.type;
  if (type in ofWords) return ofWords[type as keyof typeof ofWords](found, isNot, vars);
  if (isNot) return { reason: 'There is no opposite of it here.' };
  if (type === 'contains-all' || type === 'icontains-all') return mapAll(found, type.startsWith('i'), vars);
  if (type === 'is-json' || type === 'contains-json') return mapJson(found, type === 'contains-json');
  if (type === 'cost' || type === 'latency') return mapFigure(found, type === 'cost' ? 'cost' : 'response_time');
  if (['llm-rubric', 'model-graded-closedqa', 'g-eval'].includes(type)) return mapJudged(found, vars, leftOut);
  return { reason: reasons[type] ?? 'There is nothing like it here.' };
}

const assertion = (kind: string, more: Partial<SuiteAssertion>): SuiteAssertion => ({
  kind,
  isNot: false,
  ignoresCase: false,
  isWithin: false,
  ...more,
});

const noText = { reason: 'It has no text that can be read here.' };

/** One text with its variables; undefined for a file, an object, or a template beyond variables. */
function textOf(value: unknown, vars: Vars): string | undefined {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const text = isPlain ? String(value) : undefined;
  return text === undefined || text === '' || /^(file|package):\/\//.test(text) ? undefined : filled(text, vars);
}

function textsOf(value: unknown, vars: Vars): string[] | undefined {
  const texts = Array.isArray(value) ? value.map((each) => textOf(each, vars)) : [];
  return texts.length === 0 || texts.includes(undefined) ? undefined : (texts as string[]);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const word =
  (kind: string, ignoresCase: boolean) =>
  ({ value }: Entry, isNot: boolean, vars: Vars): Mapped => {
    const text = textOf(value, vars);
    return text === undefined ? noText : [assertion(kind, { isNot, ignoresCase, text })];
  };

const anyOf =
  (ignoresCase: boolean) =>
  ({ value }: Entry, isNot: boolean, vars: Vars): Mapped => {
    const texts = textsOf(value, vars);
    if (!texts) return noText;
    return [assertion('matches', { isNot, ignoresCase, text: texts.map(escaped).join('|') })];
  };

function startsWith({ value }: Entry, isNot: boolean, vars: Vars): Mapped {
  const text = textOf(value, vars);
  return text === undefined ? noText : [assertion('matches', { isNot, text: `^${escaped(text)}` })];
}

/** Those of which the opposite can be asked. */
const ofWords = {
  contains: word('contains', false),
  icontains: word('contains', true),
  equals: word('equals', false),
  regex: word('matches', false),
  'contains-any': anyOf(false),
  'icontains-any': anyOf(true),
  'starts-with': startsWith,
};

function mapAll({ value }: Entry, ignoresCase: boolean, vars: Vars): Mapped {
  const texts = textsOf(value, vars);
  return texts ? texts.map((text) => assertion('contains', { ignoresCase, text })) : noText;
}

function mapJson({ value }: Entry, isWithin: boolean): Mapped {
  if (value === undefined || value === null) return [assertion('json', { isWithin })];
  if (typeof value !== 'object') return { reason: 'Its schema stands in a file.' };
  return [assertion('json', { isWithin, text: JSON.stringify(value) })];
}

const mapFigure = ({ threshold }: Entry, kind: string): Mapped =>
  threshold === undefined ? { reason: 'It has no threshold.' } : [assertion(kind, { max: threshold })];

function mapJudged({ type, value, threshold }: Entry, vars: Vars, leftOut: LeftOut): Mapped {
  const text = textOf(value, vars);
  if (text === undefined) return noText;
  if (threshold === undefined)
    leftOut.add(`assert ${type}`, `It has no threshold: a score of ${usualScore} passes here.`);
  const min = threshold === undefined ? usualScore : Math.min(100, Math.max(0, threshold * 100));
  return [assertion('judged', { text, min })];
}

/** A set in which all have to hold is its assertions. */
function mapSet(found: Entry, vars: Vars, leftOut: LeftOut): Mapped {
  if (found.threshold !== undefined && found.threshold < 1) {
    return { reason: 'Some of its assertions would be enough; here each has to hold.' };
  }
  return mapAsserts(found['assert'], vars, leftOut);
}
