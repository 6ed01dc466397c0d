import type { SuiteAssertion } from '@polylogue/proto';
import { z } from 'zod';
import { suiteLimits } from '../suite-request.rules.js';
import type { LeftOut } from './left-out.js';
import { templateOf, type Template, type Vars } from './template.rules.js';

const entry = z.looseObject({
  type: z.string(),
  value: z.unknown().optional(),
  threshold: z.number().optional(),
  weight: z.number().optional(),
});
type Entry = z.infer<typeof entry>;

/** An assertion whose variables are not filled in. */
export type AssertTemplate = (vars: Vars) => SuiteAssertion;
type Mapped = AssertTemplate[] | { reason: string };

const known = ['type', 'value', 'threshold', 'weight', 'assert', 'transform', 'description'];
const usualScore = 50;
const code = 'Code of a configuration is not run here.';
const reasons: Readonly<Record<string, string>> = { javascript: code, python: code, ruby: code, webhook: code };

/** The assertions of one test; what does not map is left out by its type. */
export function mapAsserts(list: unknown, leftOut: LeftOut): AssertTemplate[] {
  const entries = Array.isArray(list) ? (list as unknown[]) : list === undefined ? [] : [list];
  return entries.flatMap((each) => {
    const found = entry.safeParse(each).data;
    if (!found) {
      leftOut.add('assert', 'An assertion is an object with a type.');
      return [];
    }
    leftOut.addKeys(found, known, `assert ${found.type}: `);
    const mapped = mapOne(found, leftOut);
    if (Array.isArray(mapped)) return mapped;
    leftOut.add(`assert ${found.type}`, mapped.reason);
    return [];
  });
}

function mapOne(found: Entry, leftOut: LeftOut): Mapped {
  if (found['transform'] !== undefined)
    return { reason: 'It changes the answer first; here answers are checked as they are.' };
  if (found.weight === 0) return { reason: 'Its weight is 0: it decides nothing.' };
  if (found.weight !== undefined && found.weight !== 1) leftOut.add('weight', 'Each assertion has to hold here.');
  if (found.type === 'assert-set') return mapSet(found, leftOut);
  const isNot = found.type.startsWith('not-');
  const type = isNot ? found.type.slice(4) : found.type;
  if (type in ofWords) return ofWords[type as keyof typeof ofWords](found, isNot);
  if (isNot) return { reason: 'There is no opposite of it here.' };
  if (type === 'contains-all' || type === 'icontains-all') return mapAll(found, type.startsWith('i'));
  if (type === 'is-json' || type === 'contains-json') return mapJson(found, type === 'contains-json');
  if (type === 'cost' || type === 'latency') return mapFigure(found, type === 'cost' ? 'cost' : 'response_time');
  if (['llm-rubric', 'model-graded-closedqa', 'g-eval'].includes(type)) return mapJudged(found, leftOut);
  return { reason: reasons[type] ?? 'There is nothing like it here.' };
}

const assertion =
  (kind: string, more: Partial<SuiteAssertion>, text?: Template): AssertTemplate =>
  (vars) => ({
    kind,
    isNot: false,
    ignoresCase: false,
    isWithin: false,
    ...more,
    ...(text && { text: text(vars, suiteLimits.text) }),
  });

const noText = { reason: 'It has no text that can be read here.' };

/** Undefined for a file, an object, or a template beyond variables. */
function textOf(value: unknown): Template | undefined {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const text = isPlain ? String(value) : '';
  return text === '' || /^(file|package):\/\//.test(text) ? undefined : templateOf(text);
}

function textsOf(value: unknown): Template[] | undefined {
  const texts = Array.isArray(value) ? value.map(textOf) : [];
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts : undefined;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const word =
  (kind: string, ignoresCase: boolean) =>
  ({ value }: Entry, isNot: boolean): Mapped => {
    const text = textOf(value);
    return text ? [assertion(kind, { isNot, ignoresCase }, text)] : noText;
  };

const anyOf =
  (ignoresCase: boolean) =>
  ({ value }: Entry, isNot: boolean): Mapped => {
    const texts = textsOf(value);
    return texts ? [assertion('matches', { isNot, ignoresCase }, oneOf(texts))] : noText;
  };

/** As a pattern, no longer than it takes to see that it is too long. */
const oneOf =
  ([first, ...others]: readonly Template[]): Template =>
  (vars, max) => {
    let pattern = escaped(first!(vars, max));
    for (const text of others) {
      if (pattern.length > max) break;
      pattern += `|${escaped(text(vars, max))}`;
    }
    return pattern;
  };

function startsWith({ value }: Entry, isNot: boolean): Mapped {
  const text = textOf(value);
  return text ? [assertion('matches', { isNot }, (vars, max) => `^${escaped(text(vars, max))}`)] : noText;
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

function mapAll({ value }: Entry, ignoresCase: boolean): Mapped {
  return textsOf(value)?.map((text) => assertion('contains', { ignoresCase }, text)) ?? noText;
}

function mapJson({ value }: Entry, isWithin: boolean): Mapped {
  if (value === undefined || value === null) return [assertion('json', { isWithin })];
  if (typeof value !== 'object') return { reason: 'Its schema stands in a file.' };
  return [assertion('json', { isWithin, text: JSON.stringify(value) })];
}

const mapFigure = ({ threshold }: Entry, kind: string): Mapped =>
  threshold === undefined ? { reason: 'It has no threshold.' } : [assertion(kind, { max: threshold })];

function mapJudged({ type, value, threshold }: Entry, leftOut: LeftOut): Mapped {
  const text = textOf(value);
  if (!text) return noText;
  if (threshold === undefined)
    leftOut.add(`assert ${type}`, `It has no threshold: a score of ${usualScore} passes here.`);
  const min = threshold === undefined ? usualScore : Math.min(100, Math.max(0, threshold * 100));
  return [assertion('judged', { min }, text)];
}

/** A set in which all have to hold is its assertions. */
function mapSet(found: Entry, leftOut: LeftOut): Mapped {
  if (found.threshold !== undefined && found.threshold < 1) {
    return { reason: 'Some of its assertions would be enough; here each has to hold.' };
  }
  return mapAsserts(found['assert'], leftOut);
}
