import type { NewSuiteCase, ReadPromptfooResponse } from '@polylogue/proto';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { unreadableYaml } from '../suites.errors.js';
import { suiteLimits } from '../suite-request.rules.js';
import { mapAsserts } from './asserts.rules.js';
import { LeftOut } from './left-out.js';
import { messagesOf, promptsIn, type Prompt } from './prompts.rules.js';
import type { Vars } from './template.rules.js';

/** Aliases of one document: each may stand for much. */
const maxAliases = 100;

const test = z.looseObject({
  vars: z.record(z.string(), z.unknown()).optional(),
  assert: z.unknown().optional(),
  options: z.looseObject({}).optional(),
});
type Test = z.infer<typeof test>;
const configuration = z.looseObject({ description: z.string().optional() });

const knownOfTest = ['vars', 'assert', 'options', 'description'];
const knownOfAll = ['description', 'prompts', 'tests', 'defaultTest', 'providers', 'targets', '$schema'];

/** A configuration of promptfoo as cases with assertions. Nothing of it is run and no file is read. */
export function readPromptfoo(yaml: string): ReadPromptfooResponse {
  const leftOut = new LeftOut();
  const found = configuration.safeParse(parsed(yaml)).data;
  if (!found) throw unreadableYaml('it is no object with prompts and tests.');
  leftOut.addKeys(found, knownOfAll, '');
  if (found['providers'] !== undefined || found['targets'] !== undefined) {
    leftOut.add('providers', 'Who answers is chosen here.');
  }
  const prompts = promptsIn(found['prompts'], leftOut);
  const usual = testOf(found['defaultTest'], 'defaultTest', leftOut) ?? {};
  const cases = testsIn(found['tests'], leftOut).flatMap((each) => casesOf(each, usual, prompts, leftOut));
  const beyond = cases.length - suiteLimits.cases;
  if (beyond > 0) leftOut.add('tests', `A suite has at most ${suiteLimits.cases} cases.`, beyond);
  const name = found.description?.trim().slice(0, suiteLimits.name);
  return { name: name === '' ? undefined : name, cases: cases.slice(0, suiteLimits.cases), leftOut: leftOut.list() };
}

function parsed(yaml: string): unknown {
  if (yaml.length > suiteLimits.yaml) throw unreadableYaml('it is too long.');
  const document = parseDocument(yaml, { uniqueKeys: true, merge: true });
  const [fault] = document.errors;
  if (fault) throw unreadableYaml(fault.message.split('\n')[0]!);
  try {
    return document.toJS({ maxAliasCount: maxAliases }) as unknown;
  } catch (error) {
    throw unreadableYaml((error as Error).message.split('\n')[0]!);
  }
}

function testsIn(value: unknown, leftOut: LeftOut): Test[] {
  const list = Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];
  return list.map((each) => testOf(each, 'tests', leftOut)).filter((each) => each !== undefined);
}

function testOf(value: unknown, where: string, leftOut: LeftOut): Test | undefined {
  if (value === undefined) return undefined;
  const found = test.safeParse(value).data;
  if (found) {
    leftOut.addKeys(found, knownOfTest, 'test: ');
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

/** Each prompt with each set of variables. */
function casesOf(found: Test, usual: Partial<Test>, prompts: readonly Prompt[], leftOut: LeftOut): NewSuiteCase[] {
  const options = { ...usual.options, ...found.options };
  if (options['transform'] !== undefined) {
    leftOut.add('test: options.transform', 'It changes answers before they are checked, so the test is left out.');
    return [];
  }
  const sets = varsOf({ ...usual.vars, ...found.vars }, leftOut);
  return sets.flatMap((vars) => prompts.flatMap((prompt) => caseOf(prompt, vars, found, usual, leftOut)));
}

function caseOf(
  prompt: Prompt,
  vars: Vars,
  found: Test,
  usual: Partial<Test>,
  leftOut: LeftOut,
): NewSuiteCase | NewSuiteCase[] {
  const messages = messagesOf(prompt, vars);
  if (!messages) {
    leftOut.add('test', 'Its prompt uses more than variables, or does not end with what the user says.');
    return [];
  }
  const isAlone = found.options?.['disableDefaultAsserts'] === true;
  const usualOnes = isAlone ? [] : mapAsserts(usual.assert, vars, leftOut);
  const assertions = [...usualOnes, ...mapAsserts(found.assert, vars, leftOut)];
  if (assertions.length === 0) {
    leftOut.add('test', 'None of its assertions is left, so it could not fail.');
    return [];
  }
  const beyond = assertions.length - suiteLimits.assertions;
  if (beyond > 0) leftOut.add('assert', `A case has at most ${suiteLimits.assertions} assertions.`, beyond);
  return { messages, assertions: assertions.slice(0, suiteLimits.assertions) };
}

/** The sets of variables of a test: a variable with a list stands for one after the other. */
function varsOf(vars: Readonly<Record<string, unknown>>, leftOut: LeftOut): Vars[] {
  let sets: Record<string, string>[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values = (Array.isArray(value) ? (value as unknown[]) : [value]).map(varText);
    if (values.includes(undefined)) {
      leftOut.add(`vars: ${name}`, 'Only texts and numbers are filled in; the test is left out.');
      return [];
    }
    sets = sets.flatMap((set) => values.map((text) => ({ ...set, [name]: text! })));
    if (sets.length > suiteLimits.cases) {
      leftOut.add('vars', `The lists of a test stand for more than ${suiteLimits.cases} cases; the test is left out.`);
      return [];
    }
  }
  return sets;
}

function varText(value: unknown): string | undefined {
  if (typeof value === 'string') return /^(file|package):\/\//.test(value) ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
