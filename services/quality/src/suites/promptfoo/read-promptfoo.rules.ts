import type { ReadPromptfooResponse } from '@polylogue/proto';
import { z } from 'zod';
import { unreadableYaml } from '../suites.errors.js';
import { suiteLimits } from '../suite-request.rules.js';
import { LeftOut } from './left-out.js';
import { parseYaml } from './parse-yaml.rules.js';
import { testOf, testsIn } from './promptfoo-test.rules.js';
import { promptsIn } from './prompts.rules.js';
import { TestCases } from './test-cases.js';

const configuration = z.looseObject({ description: z.string().optional() });

const knownOfAll = ['description', 'prompts', 'tests', 'defaultTest', 'providers', 'targets', '$schema'];

/** A configuration of promptfoo as cases with assertions. Nothing of it is run and no file is read. */
export function readPromptfoo(yaml: string): ReadPromptfooResponse {
  const leftOut = new LeftOut();
  const found = configuration.safeParse(parseYaml(yaml)).data;
  if (!found) throw unreadableYaml('it is no object with prompts and tests.');
  leftOut.addKeys(found, knownOfAll, '');
  if (found['providers'] !== undefined || found['targets'] !== undefined) {
    leftOut.add('providers', 'Who answers is chosen here.');
  }
  const prompts = promptsIn(found['prompts'], leftOut);
  const usual = testOf(found['defaultTest'], 'defaultTest', leftOut) ?? {};
  const cases = new TestCases(prompts, usual);
  for (const each of testsIn(found['tests'], leftOut)) cases.add(each);
  cases.addGaps(leftOut);
  const name = found.description?.trim().slice(0, suiteLimits.name);
  return { name: name === '' ? undefined : name, cases: cases.made, leftOut: leftOut.list() };
}
