import { Injectable } from '@nestjs/common';
import type { SuiteAssertion } from '@polylogue/proto';
import type { Issue } from '@polylogue/service-kit';
import { isTextCheck } from './checks.rules.js';
import { checksUnavailable, invalidSuite } from './suites.errors.js';
import { notStarted, TextChecker } from './text-checker.service.js';

/** Assertions that stand together, and where a request has them. */
export interface PlacedAssertions {
  path: string;
  assertions: readonly SuiteAssertion[];
}

/** For a list of all that may stand in a suite, too. */
const limitMs = (checks: number) => 2_000 + 10 * checks;

@Injectable()
export class AssertionTrials {
  constructor(private readonly checker: TextChecker) {}

  /** Each pattern and each schema is tried on an empty text: what cannot be used is said now, not after a run was paid for. */
  async mustBeUsable(lists: readonly PlacedAssertions[]): Promise<void> {
    const placed = lists.flatMap(({ path, assertions }) =>
      assertions.map((assertion, index) => ({ assertion, path: `${path}.${index}.text` })),
    );
    const tried = placed.filter(({ assertion }) => assertion.kind === 'matches' || assertion.kind === 'json');
    const checks = tried.map(({ assertion }) => assertion).filter(isTextCheck);
    const verdicts = await this.checker.check('', checks, limitMs(checks.length));
    if (verdicts.some(({ reason }) => reason === notStarted)) throw checksUnavailable();
    const issues: Issue[] = verdicts.flatMap(({ passed, reason }, index) =>
      passed === undefined ? { path: tried[index]!.path, message: reason ?? '' } : [],
    );
    if (issues.length > 0) throw invalidSuite(issues);
  }
}
