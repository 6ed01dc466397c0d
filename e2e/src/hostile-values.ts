import fc, { type Arbitrary } from 'fast-check';
import type { Route } from '@polylogue/api-contract';
import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** What is real in the product under test, so that input gets past the first check. */
export interface Known {
  aiServices: readonly string[];
  ids: readonly string[];
}

/** Texts that break databases, parsers of dates and numbers, and prototypes. */
export const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud83d',
  'a\ude00',
  '😀',
  'é́́',
  '\u202e',
  '\r\n',
  "' OR 1=1 --",
  '%00',
  '__proto__',
  'null',
  'NaN',
  '-1',
  '1e400',
  '0000-01-01',
  '9999-12-31T23:59:59.999-23:59',
  '*'.repeat(300),
];
const hostileValues: unknown[] = [null, true, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], ...hostileTexts];
const hostileText = fc.constantFrom(...hostileTexts);
const hostileDates = ['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31', '2024-02-29', '2023-02-29'];
const hostileTimes = hostileDates.flatMap((day) => [`${day}T00:00:00Z`, `${day}T23:59:59+23:59`, `${day}T24:00:00Z`]);

/**
 * Values for the body or the query of a route, made from its own schema: most of them valid, with hostile texts, dates and
 * numbers within its bounds; some with one value of a wrong type. A new field is tried without being named here.
 */
export function hostileInput(part: NonNullable<Route['body'] | Route['query']>, known: Known): Arbitrary<unknown> {
  const { $defs = {}, ...schema } = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' });
  const defs = $defs as Record<string, Schema>;
  const valueOf = (each: Schema): Arbitrary<unknown> => {
    const named = /^#\/\$defs\/(.*)$/.exec(each.$ref ?? '')?.[1];
    if (named !== undefined) return valueOf(defs[named]!);
    return sometimes<unknown>(validOf(each), fc.constantFrom(...hostileValues));
  };
  const validOf = (each: Schema): Arbitrary<unknown> => {
    const choices = each.anyOf ?? each.oneOf ?? each.allOf;
    if (choices) return fc.oneof(...(choices as Schema[]).map(valueOf));
    if (each.const !== undefined) return fc.constant(each.const);
    if (each.enum) return fc.constantFrom(...each.enum);
    if (each.type === 'string') return textOf(each, known);
    if (each.type === 'number' || each.type === 'integer') return numberOf(each);
    if (each.type === 'boolean') return fc.boolean();
    if (each.type === 'array') {
      const { minItems = 0, maxItems = 4, items } = each;
      const maxLength = Math.max(minItems, Math.min(maxItems, 3));
      const selector = (value: unknown) => JSON.stringify(value);
      return fc.uniqueArray(valueOf(items as Schema), { minLength: minItems, maxLength, selector });
    }
    if (each.type === 'object') return objectOf(each);
    return fc.constantFrom(...hostileValues);
  };
  const objectOf = ({ properties = {}, required = [] }: Schema): Arbitrary<unknown> => {
    const fields = Object.entries(properties).map(([name, each]) => [name, valueOf(each as Schema)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] });
  };
  return valueOf(schema);
}

const sometimes = <T>(usual: Arbitrary<T>, other: Arbitrary<T>) =>
  fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: other });

function textOf(
  { format, pattern, minLength = 0, maxLength = 200 }: Schema,
  { aiServices, ids }: Known,
): Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'date')
    return fc.oneof(
      fc.constantFrom(...hostileDates),
      dates.map((at) => at.toISOString().slice(0, 10)),
    );
  if (format === 'date-time')
    return fc.oneof(
      fc.constantFrom(...hostileTimes),
      dates.map((at) => at.toISOString()),
    );
  if (format === 'uri') return fc.webUrl();
  if (format === 'email') return fc.emailAddress();
  if (pattern !== undefined) return sometimes(fc.constantFrom(...aiServices), hostileText);
  const max = Math.min(maxLength, 60);
  const free = fc.string({ unit: 'binary', minLength: Math.min(minLength, max), maxLength: max });
  const spliced = fc.tuple(free, hostileText).map(([text, hostile]) => text.slice(0, 8) + hostile);
  return fc.oneof(free, spliced, hostileText, fc.string({ minLength: Math.min(minLength, max), maxLength: max }));
}

const dates = fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') });

function numberOf({ type, minimum, maximum }: Schema): Arbitrary<number> {
  const min = Math.max(minimum ?? -1e9, Number.MIN_SAFE_INTEGER);
  const max = Math.min(maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const whole = fc.oneof(fc.constantFrom(min, max), fc.integer({ min: Math.ceil(min), max: Math.floor(max) }));
  return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }));
}
