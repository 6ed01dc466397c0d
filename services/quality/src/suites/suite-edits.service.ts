import { Injectable } from '@nestjs/common';
import { isUuid, SuiteAssertion, type SetSuiteAssertionsRequest, type Suite } from '@polylogue/proto';
import { Database, type Caller, type Issue, type Transaction } from '@polylogue/service-kit';
import { AssertionTrials } from './assertion-trials.service.js';
import { storedList } from './stored-lists.js';
import { cannotFail, issuesOfEdit } from './suite-request.rules.js';
import type { CaseRow, SuiteRow } from './suite.entity.js';
import * as errors from './suites.errors.js';
import { SuitesRepository } from './suites.repository.js';
import { SuitesService } from './suites.service.js';

/** Changes of what has to hold. Each makes a version of its own, and runs by different ones are not compared. */
@Injectable()
export class SuiteEdits {
  constructor(
    private readonly suites: SuitesRepository,
    private readonly service: SuitesService,
    private readonly trials: AssertionTrials,
    private readonly database: Database,
  ) {}

  async setAssertions(caller: Caller, request: SetSuiteAssertionsRequest): Promise<Suite> {
    caller.mustBeApproved();
    const { userId } = caller;
    const invalid = issuesOfEdit(request);
    if (invalid.length > 0) throw errors.invalidSuite(invalid);
    const { id, version } = request;
    const { suite, cases } = await this.database.asUser(userId, (tx) => this.#read(tx, userId, id));
    if (suite.version !== version) throw errors.suiteChanged();
    const issues = issuesOfCases(request, cases);
    if (issues.length > 0) throw errors.invalidSuite(issues);
    await this.trials.mustBeUsable([
      { path: 'assertions', assertions: request.assertions },
      ...request.cases.map(({ assertions }, index) => ({ path: `cases.${index}.assertions`, assertions })),
    ]);
    // What was checked by them stays comparable.
    if (!isSame(request, suite, cases)) await this.database.asUser(userId, (tx) => this.#store(tx, userId, request));
    return this.service.get(caller, id);
  }

  async #read(tx: Transaction, userId: string, id: string) {
    const [suite] = isUuid(id) ? await this.suites.list(tx, userId, id) : [];
    if (!suite) throw errors.suiteNotFound();
    return { suite, cases: await this.suites.cases(tx, userId, id) };
  }

  /** Under a lock: of two changes of one version the second is refused, and no run has two versions. */
  async #store(tx: Transaction, userId: string, request: SetSuiteAssertionsRequest): Promise<void> {
    const { id, version, assertions, cases } = request;
    const held = await this.suites.lock(tx, userId, id);
    if (!held) throw errors.suiteNotFound();
    if (held.version !== version) throw errors.suiteChanged();
    if (held.isRunning) throw errors.suiteIsRunning();
    await this.suites.setAssertions(tx, userId, id, assertions, cases);
  }
}

type Edit = Pick<SetSuiteAssertionsRequest, 'assertions' | 'cases'>;

/** Cases that there are not, and those that could not fail any more. */
function issuesOfCases({ assertions, cases: given }: Edit, cases: readonly CaseRow[]): Issue[] {
  const unknown = given.flatMap(({ number }, index): Issue[] =>
    cases.some((each) => each.number === number)
      ? []
      : [{ path: `cases.${index}.number`, message: `There is no case ${number}.` }],
  );
  const isOpen = ({ number, assertions: own }: CaseRow) =>
    (given.find((each) => each.number === number)?.assertions ?? own).length === 0;
  const canAllFail = assertions.length > 0 || !cases.some(isOpen);
  return canAllFail ? unknown : [...unknown, { path: 'assertions', message: cannotFail }];
}

function isSame({ assertions, cases: given }: Edit, suite: SuiteRow, cases: readonly CaseRow[]): boolean {
  const stored = (list: readonly SuiteAssertion[]) => storedList(SuiteAssertion, list);
  const own = new Map(cases.map((each) => [each.number, stored(each.assertions)]));
  return (
    stored(assertions) === stored(suite.assertions) &&
    given.every((each) => stored(each.assertions) === own.get(each.number))
  );
}
