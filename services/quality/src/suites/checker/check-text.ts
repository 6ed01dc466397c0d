import { Ajv, type AnySchema, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkPlain, isPlain, verdictOf, type TextCheck, type TextVerdict } from './check-plain.js';

const maxFound = 20;

/** Whether a text is as it should be. Patterns and schemas come from users, so it runs in a thread of its own. */
export function checkText(check: TextCheck, text: string): TextVerdict {
  if (isPlain(check)) return checkPlain(check, text);
  try {
    return check.kind === 'json' ? checkJson(check, text) : checkPattern(check, text);
  } catch (error) {
    const { message } = error as Error;
    return { passed: undefined, reason: `It cannot be used: ${message}` };
  }
}

function checkPattern(check: TextCheck, text: string): TextVerdict {
  const pattern = new RegExp(check.text ?? '', check.ignoresCase ? 'i' : '');
  return verdictOf(check, pattern.test(text), 'match the pattern');
}

function checkJson({ text: schema, isWithin }: TextCheck, text: string): TextVerdict {
  const validate = schema === undefined ? undefined : validatorOf(schema);
  const values = isWithin ? jsonIn(text) : wholeOf(text);
  if (values.length === 0) return { passed: false, reason: isWithin ? 'There is no JSON in it.' : 'It is not JSON.' };
  if (!validate || values.some((value) => validate(value))) return { passed: true };
  const [fault] = validate.errors ?? [];
  const where = fault?.instancePath ? `${fault.instancePath} ` : '';
  return { passed: false, reason: `It does not follow the schema: ${where}${fault?.message ?? ''}.` };
}

function wholeOf(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** The objects and lists that stand whole in a text, outermost ones only. */
function jsonIn(text: string): unknown[] {
  const found: unknown[] = [];
  const isOpening = /[[{]/g;
  for (let start = isOpening.exec(text); start && found.length < maxFound; start = isOpening.exec(text)) {
    const end = endOfJson(text, start.index);
    const [value] = end === -1 ? [] : wholeOf(text.slice(start.index, end));
    if (value === undefined) continue;
    found.push(value);
    isOpening.lastIndex = end;
  }
  return found;
}

/** Behind what closes the bracket at `from`; -1 when nothing does. */
function endOfJson(text: string, from: number): number {
  let depth = 0;
  let isString = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!;
    if (isString) {
      if (sign === '\\') at++;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) return at + 1;
  }
  return -1;
}

const options: Options = { strict: false, validateFormats: false, addUsedSchema: false, messages: true, logger: false };

function validatorOf(text: string) {
  const schema = JSON.parse(text) as AnySchema;
  const draft = typeof schema === 'object' ? String(schema.$schema ?? '') : '';
  if (draft.includes('2020-12')) return new Ajv2020(options).compile(schema);
  if (draft.includes('2019-09')) return new Ajv2019(options).compile(schema);
  return new Ajv(options).compile(schema);
}
