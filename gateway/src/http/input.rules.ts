import type { z } from 'zod';
import { toStorable } from '@polylogue/api-contract';
import { AppError, type Issue } from '@polylogue/service-kit';

const maxDepth = 32;

/** Parses input with a schema of the contract; every fault becomes an issue with a sentence. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { value, faults } = toStorable(input);
  if (faults.length > 0) throw invalidInput(faults);
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

export function invalidInput(issues: Issue[]): AppError {
  const first = issues[0];
  const sentence = first ? (first.path === '' ? first.message : sentenceOf(first)) : 'The request is not valid.';
  return new AppError('invalid', 'invalid_input', sentence, { issues });
}

/** Refuses a body that sets what only the server sets. */
export function refuseServerOwned(body: unknown, serverOwned: readonly string[] = []): void {
  if (typeof body !== 'object' || body === null) return;
  const issues = serverOwned
    .filter((field) => Object.hasOwn(body, field))
    .map((field) => ({ path: field, message: `${field} is set by the server and cannot be sent.` }));
  if (issues.length > 0) throw invalidInput(issues);
}

/** Refuses JSON nested deeper than anything the contract knows. */
export function refuseDeep(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) {
      throw new AppError('invalid', 'invalid_json', `The body is nested deeper than ${maxDepth} levels.`);
    }
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
}

// The contract's own messages name their field or are whole sentences; only zod's need the field in front.
function sentenceOf({ path, message }: Issue): string {
  return /^(This|It) /.test(message) ? `${path}: ${message}` : message;
}

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is missing.';
      return `This must be ${types[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `This must be one of: ${issue.values.join(', ')}.`;
    case 'too_big':
      return bound(issue.origin, issue.maximum, 'at most');
    case 'too_small':
      return bound(issue.origin, issue.minimum, 'at least');
    default:
      return 'This is not in the right form.';
  }
}

function bound(origin: string, limit: number | bigint, comparison: 'at most' | 'at least'): string {
  if (origin === 'string') return `This must have ${comparison} ${limit} characters.`;
  if (origin === 'array') return `This must have ${comparison} ${limit} entries.`;
  return `This must be ${comparison} ${limit}.`;
}
