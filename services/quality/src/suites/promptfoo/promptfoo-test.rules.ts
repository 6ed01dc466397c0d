import { z } from 'zod';
import type { LeftOut } from './left-out.js';

const test = z.looseObject({
  vars: z.record(z.string(), z.unknown()).optional(),
  assert: z.unknown().optional(),
  options: z.looseObject({}).optional(),
});
export type Test = z.infer<typeof test>;

const known = ['vars', 'assert', 'options', 'description'];

/** Those that stand in the configuration itself. */
export function testsIn(value: unknown, leftOut: LeftOut): Test[] {
  const list = Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];
  return list.map((each) => testOf(each, 'tests', leftOut)).filter((each) => each !== undefined);
}

export function testOf(value: unknown, where: string, leftOut: LeftOut): Test | undefined {
  if (value === undefined) return undefined;
  const found = test.safeParse(value).data;
  if (found) {
    leftOut.addKeys(found, known, 'test: ');
    leftOut.addKeys(found.options ?? {}, ['disableDefaultAsserts', 'transform'], 'test: options.');
    return found;
  }
  const isFile = typeof value === 'string';
  leftOut.add(
    isFile ? `${where}: ${value}` : where,
    isFile ? 'Files are not read.' : 'It is no test with vars and assert.',
  );
  return undefined;
}
