import type { NewSuiteCase } from '@polylogue/proto';
import { suiteLimits } from '../suite-request.rules.js';
import { mapAsserts, type AssertTemplate } from './asserts.rules.js';
import { LeftOut } from './left-out.js';
import { messagesOf, promptTemplate, type Prompt, type PromptTemplate } from './prompts.rules.js';
import type { Test } from './promptfoo-test.rules.js';
import { UsualVariables, Variables } from './variables.rules.js';

/**
 * Each prompt with each set of variables of each test. As many are made as a suite has, and the others counted: a short
 * configuration stands for more cases than memory holds. Whether one can be made does not depend on what its variables are.
 */
export class TestCases {
  readonly made: NewSuiteCase[] = [];
  readonly #prompts: readonly PromptTemplate[];
  readonly #unusablePrompts: number;
  readonly #vars: UsualVariables;
  readonly #asserts: readonly AssertTemplate[];
  /** Of the assertions of all tests, in one case. */
  readonly #usualGaps = new LeftOut();
  readonly #gaps = new LeftOut();
  #count = 0;
  #withUsualAsserts = 0;

  constructor(
    prompts: readonly Prompt[],
    private readonly usual: Partial<Test>,
  ) {
    this.#prompts = prompts.map(promptTemplate).filter((prompt) => prompt !== undefined);
    this.#unusablePrompts = prompts.length - this.#prompts.length;
    this.#vars = new UsualVariables(usual.vars);
    this.#asserts = mapAsserts(usual.assert, this.#usualGaps);
  }

  add(test: Test): void {
    if ([test, this.usual].some(({ options }) => options?.['transform'] !== undefined)) {
      const reason = 'It changes answers before they are checked, so the test is left out.';
      this.#gaps.add('test: options.transform', reason);
      return;
    }
    const vars = new Variables(this.#vars, test.vars);
    const sets = vars.count(this.#gaps);
    const beyondVariables = sets * this.#unusablePrompts;
    if (beyondVariables > 0) {
      const reason = 'Its prompt uses more than variables, or does not end with what the user says.';
      this.#gaps.add('test', reason, beyondVariables);
    }
    const cases = sets * this.#prompts.length;
    if (cases > 0) this.#addCases(cases, vars, this.#assertsOf(test, cases));
  }

  /** What is left out of all tests. */
  addGaps(leftOut: LeftOut): void {
    leftOut.addAll(this.#usualGaps, this.#withUsualAsserts);
    leftOut.addAll(this.#gaps);
    const beyond = this.#count - this.made.length;
    if (beyond > 0) leftOut.add('tests', `A suite has at most ${suiteLimits.cases} cases.`, beyond);
  }

  /** Those of each of so many cases. */
  #assertsOf(test: Test, cases: number): readonly AssertTemplate[] {
    const isAlone = test.options?.['disableDefaultAsserts'] === true;
    if (!isAlone) this.#withUsualAsserts += cases;
    const usual = isAlone ? [] : this.#asserts;
    const gaps = new LeftOut();
    const own = mapAsserts(test.assert, gaps);
    const count = usual.length + own.length;
    if (count === 0) gaps.add('test', 'None of its assertions is left, so it could not fail.');
    const beyond = count - suiteLimits.assertions;
    if (beyond > 0) gaps.add('assert', `A case has at most ${suiteLimits.assertions} assertions.`, beyond);
    this.#gaps.addAll(gaps, cases);
    return [...usual.slice(0, suiteLimits.assertions), ...own].slice(0, suiteLimits.assertions);
  }

  #addCases(cases: number, vars: Variables, asserts: readonly AssertTemplate[]): void {
    if (asserts.length === 0) return;
    this.#count += cases;
    const free = Math.min(cases, suiteLimits.cases - this.made.length);
    for (let index = 0; index < free; index += this.#prompts.length) {
      const set = vars.at(index / this.#prompts.length);
      const assertions = asserts.map((template) => template(set));
      for (const prompt of this.#prompts.slice(0, free - index))
        this.made.push({ messages: messagesOf(prompt, set), assertions });
    }
  }
}
