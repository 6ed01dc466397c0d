import type { BodyOf, Issue, setSuiteAssertions, Suite, SuiteCase } from '@polylogue/api-contract';
import { assertionFault, assertionOf, typedOf, type TypedAssertion } from './suite-form.rules.js';

/** What has to hold as it is typed: of every case, and by number of a case. */
export interface EditForm {
  all: TypedAssertion[];
  ofCases: Readonly<Record<number, TypedAssertion[]>>;
}

export interface Edited {
  suite: Suite;
  cases: readonly SuiteCase[];
}

export const formOf = ({ suite, cases }: Edited): EditForm => ({
  all: suite.assertions.map(typedOf),
  ofCases: Object.fromEntries(cases.map(({ number, assertions }) => [number, assertions.map(typedOf)])),
});

const isWrong = (typed: TypedAssertion) => assertionFault(typed) !== undefined;

/** What is wrong with all of it; undefined when nothing is. */
export function formFault({ all, ofCases }: EditForm): string | undefined {
  const lists = Object.values(ofCases);
  if ([all, ...lists].some((list) => list.some(isWrong))) return 'One of the assertions is not whole.';
  const canAllFail = all.length > 0 || lists.every((list) => list.length > 0);
  return canAllFail ? undefined : 'A case without an assertion could not fail: say what has to hold.';
}

/** What is sent: cases whose assertions are as they were are left alone. */
export function bodyOfEdit({ all, ofCases }: EditForm, read: Edited): BodyOf<typeof setSuiteAssertions> {
  const before = formOf(read).ofCases;
  const cases = read.cases
    .filter(({ number }) => JSON.stringify(ofCases[number]) !== JSON.stringify(before[number]))
    .map(({ number }) => ({ number, assertions: (ofCases[number] ?? []).map(assertionOf) }));
  return { version: read.suite.version, assertions: all.map(assertionOf), cases };
}

/** What the server says of one assertion of a list, as `assertions` or `cases.0.assertions`. */
export const saidOf = (issues: readonly Issue[], list: string, index: number): string | undefined => {
  const path = `${list}.${index}`;
  return issues.find((each) => each.path === path || each.path.startsWith(`${path}.`))?.message;
};
