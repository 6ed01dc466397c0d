import { Injectable } from '@nestjs/common';
import { contractLimits, RubricText, type Rubric, type SaveRubricRequest, isUuid } from '@polylogue/proto';
import { Database, Events, type Caller, type Transaction } from '@polylogue/service-kit';
import { v7 as newId } from 'uuid';
import { CurrentSettings } from './current-settings.service.js';
import { promptOf, type Prompt } from '../prompt/prompt.rules.js';
import { madeRubric } from '../rubric/made-rubric.rules.js';
import { rubricText } from './rubric-text.rules.js';
import { invalidInput, isDefault, rubricNotFound, sharedByAdmins, tooManyRubrics } from './rubrics.errors.js';
import { RubricsRepository, toRubric, type RubricRow } from './rubrics.repository.js';

/** Rubrics made in the app. A version is never changed: saving adds one. */
@Injectable()
export class RubricsService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly repository: RubricsRepository,
    private readonly settings: CurrentSettings,
  ) {}

  /** Shared ones first, by name. */
  async list({ userId }: Caller): Promise<{ rubrics: Rubric[]; isBuiltInDefault: boolean }> {
    const { defaultRubricId } = await this.settings.current();
    const rows = await this.database.asWorker((tx) => this.repository.list(tx, userId));
    const rubrics = rows.map((row) => toRubric(row, defaultRubricId)).sort(inOrder);
    return { rubrics, isBuiltInDefault: !rubrics.some((rubric) => rubric.isDefault) };
  }

  async save(caller: Caller, { rubricId, text, isShared }: SaveRubricRequest): Promise<Rubric> {
    caller.mustBeApproved();
    const parsed = rubricText.safeParse(text ?? {});
    if (!parsed.success) throw invalidInput(parsed.error);
    const wanted = RubricText.fromPartial(parsed.data);
    const { defaultRubricId } = await this.settings.current();
    return this.database.asWorker(async (tx) => {
      const row =
        rubricId === undefined
          ? await this.#add(tx, caller, isShared, wanted)
          : await this.#change(tx, caller, rubricId, wanted);
      return toRubric(row, defaultRubricId);
    });
  }

  async remove(caller: Caller, rubricId: string): Promise<void> {
    caller.mustBeApproved();
    this.settings.forget();
    const { defaultRubricId } = await this.settings.current();
    await this.database.asWorker(async (tx) => {
      const row = await this.#own(tx, caller, rubricId);
      if (row.id === defaultRubricId) throw isDefault();
      await this.repository.remove(tx, row.id);
      if (row.userId === null) await this.#record(tx, caller, 'shared_rubric_removed', toRubric(row, undefined));
    });
  }

  /** What a judge would be sent, with an example for what it judges. */
  preview(text: RubricText | undefined): Prompt {
    const parsed = rubricText.safeParse(text ?? {});
    if (!parsed.success) throw invalidInput(parsed.error);
    const rubric = madeRubric('', 1, RubricText.fromPartial(parsed.data));
    const matter = { question: '(the question)', reply: '(the reply)', earlier: [], sources: [] };
    return promptOf({ rubric, matter, cuts: [], mark: '(drawn for each call)' });
  }

  async #add(tx: Transaction, caller: Caller, isShared: boolean, text: RubricText): Promise<RubricRow> {
    if (isShared) caller.mustBeAdmin();
    const { count: max } = contractLimits.rubric;
    const userId = isShared ? null : caller.userId;
    if ((await this.repository.count(tx, userId)) >= max) throw tooManyRubrics(max);
    const id = newId();
    await this.repository.insert(tx, id, userId);
    await this.repository.addVersion(tx, { id, userId, number: 1 }, text);
    return this.#saved(tx, caller, id, 'rubric_shared');
  }

  /** The same text again is no new version. */
  async #change(tx: Transaction, caller: Caller, id: string, text: RubricText): Promise<RubricRow> {
    const known = await this.#own(tx, caller, id);
    const { text: before } = toRubric(known, undefined);
    if (before && JSON.stringify(RubricText.toJSON(before)) === JSON.stringify(RubricText.toJSON(text))) return known;
    await this.repository.addVersion(tx, { id: known.id, userId: known.userId, number: known.number + 1 }, text);
    return this.#saved(tx, caller, known.id, 'shared_rubric_changed');
  }

  async #saved(tx: Transaction, caller: Caller, id: string, action: string): Promise<RubricRow> {
    const row = await this.repository.find(tx, caller.userId, id);
    if (!row) throw rubricNotFound();
    if (row.userId === null) await this.#record(tx, caller, action, toRubric(row, undefined));
    return row;
  }

  /** One the caller may change, held until the transaction ends. */
  async #own(tx: Transaction, caller: Caller, id: string): Promise<RubricRow> {
    if (!isUuid(id)) throw rubricNotFound();
    await this.repository.lock(tx, id);
    const row = await this.repository.find(tx, caller.userId, id);
    if (!row) throw rubricNotFound();
    if (row.userId === null && caller.role !== 'admin') throw sharedByAdmins();
    return row;
  }

  #record(tx: Transaction, { userId }: Caller, action: string, { text }: Rubric): Promise<void> {
    return this.events.in(tx).publish('quality.judging_changed.v1', { action, actorId: userId, rubric: text?.name });
  }
}

function inOrder(one: Rubric, other: Rubric): number {
  const names = (one.text?.name ?? '').localeCompare(other.text?.name ?? '', 'en');
  return Number(other.isShared) - Number(one.isShared) || names || (one.id < other.id ? -1 : 1);
}
