import { Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import { Database, Events, type Caller, type Transaction } from '@polylogue/service-kit';
import type { LabelChange } from '../comparison-labels/labels.entity.js';
import { LabelsRepository } from '../comparison-labels/labels.repository.js';
import { issuesOfChange, normalizedChange } from '../comparison-labels/labels.rules.js';
import { badCursor } from '../history/history.errors.js';
import { RemovalService } from '../history/removal.service.js';
import { fromCursor, toCursor, type Order } from '../history/sort.rules.js';
import { toQuery } from '../search/words.rules.js';
import type { ComparisonRow, ComparisonSearch } from './comparison.entity.js';
import * as errors from './comparisons.errors.js';
import { ComparisonsRepository, type ComparisonsPage } from './comparisons.repository.js';

/** Which comparisons a user lists. */
export interface FindComparisons extends Omit<ComparisonSearch, 'words' | 'id'> {
  /** As typed. */
  q: string;
  limit: number;
  cursor: string;
}

interface FoundComparisons {
  rows: ComparisonRow[];
  nextCursor: string;
  /** Of the first page, where it is counted. */
  total?: number;
}

/** A search with more hits than this looks at one comparison after the other. */
const maxNamed = 3_000;

/** Lists, names and deletes comparisons: conversations that began with one message, and those that joined them. */
@Injectable()
export class ComparisonsService {
  constructor(
    private readonly repository: ComparisonsRepository,
    private readonly labels: LabelsRepository,
    private readonly removal: RemovalService,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  async find({ userId }: Caller, options: FindComparisons): Promise<FoundComparisons> {
    const { q, limit, cursor, ...filters } = options;
    const words = q.trim() === '' ? undefined : toQuery(userId, q);
    // What was typed has no word in it, so nothing matches.
    if (q.trim() !== '' && !words) return { rows: [], nextCursor: '', total: 0 };
    const search: ComparisonSearch = { ...filters, words };
    const order: Order = { sort: search.byCreation ? 'created_at' : 'updated_at', ascending: search.ascending };
    const after = cursor === '' ? undefined : fromCursor(order, cursor);
    if (cursor !== '' && !after) throw badCursor();
    const page = { size: limit + 1, after };
    const isCounted = !after && !words;
    const { rows = [], total } =
      (await this.#read(
        userId,
        search,
        { ...page, maxNamed: words === undefined ? undefined : maxNamed },
        isCounted,
      )) ??
      (await this.#read(userId, search, page, false)) ??
      {};
    const isLast = rows.length <= limit;
    if (!isLast) rows.pop();
    const last = rows.at(-1);
    const nextCursor = isLast || !last ? '' : toCursor(order, [last.key, last.key_id]);
    return { rows, nextCursor, ...(total !== undefined && { total }) };
  }

  /** Undefined where more have the words than may be named. */
  #read(userId: string, search: ComparisonSearch, page: ComparisonsPage, isCounted: boolean) {
    const plansOnce = this.repository.isPlannedOnce(search, page);
    const work = async (tx: Transaction) => {
      // Sent together: the count need not wait for the page.
      const [rows, total] = await Promise.all([
        this.repository.find(tx, userId, search, page),
        isCounted ? this.repository.count(tx, userId, search) : undefined,
      ]);
      return rows && { rows, total };
    };
    return this.database.readOnceAsUser(userId, work, { plansOnce });
  }

  async get({ userId }: Caller, id: string): Promise<ComparisonRow> {
    const search = { id, onlyStarred: false, tag: '', byCreation: false, ascending: false };
    const [row] = (await this.#read(userId, search, { size: 1 }, false))?.rows ?? [];
    if (!row) throw errors.comparisonNotFound();
    return row;
  }

  /** In alphabetical order, each once. */
  listTags({ userId }: Caller): Promise<string[]> {
    return this.database.readAsUser(userId, (tx) =>
      this.repository.tags(tx, userId, contractLimits.comparison.listedTags),
    );
  }

  async change(caller: Caller, id: string, wanted: LabelChange): Promise<ComparisonRow> {
    const change = normalizedChange(wanted);
    const issues = issuesOfChange(change);
    if (issues.length > 0) throw errors.invalidChange(issues);
    const { userId } = caller;
    const isThere = await this.database.asUser(userId, async (tx) => {
      if (!(await this.labels.change(tx, userId, id, change))) return false;
      await this.events.in(tx).publish('conversation.comparison_changed.v1', { comparisonId: id, userId });
      return true;
    });
    if (!isThere) throw errors.comparisonNotFound();
    return this.get(caller, id);
  }

  /** Answers how many conversations are gone. */
  async delete(caller: Caller, id: string): Promise<number> {
    const { userId } = caller;
    const ids = await this.database.readAsUser(userId, (tx) => this.repository.conversationsOf(tx, userId, id));
    if (ids.length === 0) throw errors.comparisonNotFound();
    return this.removal.deleteThese(caller, ids);
  }
}
