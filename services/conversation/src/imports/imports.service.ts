import { Inject, Injectable } from '@nestjs/common';
import { StageImportRequest, type RoundSummary } from '@polylogue/proto';
import { afterCommit, CONFIG, Database, Events, type Caller, type Transaction } from '@polylogue/service-kit';
import { LabelsRepository } from '../comparison-labels/labels.repository.js';
import type { ConversationConfig } from '../config.js';
import { SearchIndexCron } from '../search/search-index.cron.js';
import { badImport, importQuotaReached, stillDeleting } from './imports.errors.js';
import { ImportedSummariesRepository } from './imported-summaries.repository.js';
import { toImportedSummary } from './imported-summaries.rules.js';
import { ImportsRepository, type Used } from './imports.repository.js';
import { toImported, type Imported } from './imports.rules.js';

const idsOfAnEvent = 1_000;
const megabyte = 1024 * 1024;

/** Imports conversations from an export: parts are staged first, then all are committed in one transaction, or none. */
@Injectable()
export class ImportsService {
  readonly #quota: Used;

  constructor(
    private readonly repository: ImportsRepository,
    private readonly summaries: ImportedSummariesRepository,
    private readonly labels: LabelsRepository,
    private readonly database: Database,
    private readonly events: Events,
    private readonly index: SearchIndexCron,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    const { CONVERSATION_IMPORT_MESSAGES: messages, CONVERSATION_IMPORT_MEGABYTES: megabytes } = config;
    this.#quota = { messages, bytes: megabytes * megabyte };
  }

  /** Stages a part; answers the ids its conversations will have. */
  async stage(caller: Caller, request: StageImportRequest): Promise<Imported[]> {
    caller.mustBeApproved();
    const { userId } = caller;
    const { importId, part } = request;
    if (!Number.isInteger(part) || part < 0) throw badImport('The parts of an import count from 0.');
    // Validated now, so that a fault is reported while the file is still read.
    const imported = importedOf(userId, request);
    for (const summary of request.summaries) toImportedSummary(userId, summary);
    const body = Buffer.from(StageImportRequest.encode(request).finish());
    const messages = countOf(imported, request.messagesBefore);
    await this.database.asUser(userId, async (tx) => {
      if (part === 0) {
        await this.#mustNotBeDeleting(tx, userId);
        await this.repository.discard(tx, userId);
      }
      await this.repository.stage(tx, userId, { importId, part, body, messages });
      const used = await this.repository.used(tx, userId);
      if (used.messages > this.#quota.messages || used.bytes > this.#quota.bytes) throw importQuotaReached(this.#quota);
    });
    return imported;
  }

  async drop({ userId }: Caller, importId: string, fromPart: number): Promise<void> {
    await this.database.asUser(userId, (tx) => this.repository.drop(tx, userId, importId, fromPart));
  }

  async commit(caller: Caller, importId: string) {
    caller.mustBeApproved();
    const { userId } = caller;
    return this.database.asUser(userId, async (tx) => {
      await this.#mustNotBeDeleting(tx, userId);
      const { used, ...done } = await this.#importParts(tx, userId, importId);
      await this.#publishImported(tx, userId, importId);
      await this.repository.note(tx, userId, importId, used);
      afterCommit(tx, () => this.index.nudge());
      const { messages, bytes } = await this.repository.used(tx, userId);
      const remaining = {
        messages: Math.max(0, this.#quota.messages - messages),
        bytes: Math.max(0, this.#quota.bytes - bytes),
      };
      return { ...done, remaining };
    });
  }

  /** Conversations still being deleted keep their ids: an import of the same ones would be skipped. */
  async #mustNotBeDeleting(tx: Transaction, userId: string): Promise<void> {
    if (await this.repository.isDeleting(tx, userId)) throw stillDeleting();
  }

  /** Imports one part after the other; of each part only the ids of its conversations stay staged. */
  async #importParts(tx: Transaction, userId: string, importId: string) {
    const done = { imported: 0, skipped: 0, messages: 0, used: { messages: 0, bytes: 0 } };
    let continued: { id: string; isNew: boolean } | undefined;
    let row = await this.repository.staged(tx, userId, importId, -1);
    for (; row; row = await this.repository.staged(tx, userId, importId, row.part)) {
      const request = StageImportRequest.decode(row.conversations);
      const imported = importedOf(userId, request);
      const { messagesBefore, toBeContinued } = request;
      const [first] = imported;
      let those: Imported[];
      const ids: string[] = [];
      if (messagesBefore === 0) {
        const isNew = await this.repository.insert(tx, userId, imported);
        those = imported.filter(({ id }) => isNew.delete(id));
        ids.push(...those.map(({ id }) => id));
        done.imported += those.length;
        done.skipped += imported.length - those.length;
        continued = toBeContinued && first ? { id: first.id, isNew: those.length > 0 } : undefined;
      } else {
        if (!first || first.id !== continued?.id) throw badImport('A part of the import goes on nowhere.');
        those = continued.isNew ? imported : [];
        if (continued.isNew && !toBeContinued) await this.repository.finish(tx, userId, first);
        if (!toBeContinued) continued = undefined;
      }
      done.messages += await this.#insert(tx, userId, those);
      await this.#giveComparisons(tx, userId, messagesBefore === 0 ? those : []);
      await this.#insertSummaries(tx, userId, request.summaries, those);
      done.used.messages += countOf(those, messagesBefore);
      if (those.length > 0) done.used.bytes += row.conversations.length;
      await this.repository.shrink(tx, userId, importId, row.part, ids);
    }
    return done;
  }

  /** What needs all parts to be in: their broadcasts and their events, some conversations at a time. */
  async #publishImported(tx: Transaction, userId: string, importId: string): Promise<void> {
    let conversationIds: string[] = [];
    const flush = async () => {
      if (conversationIds.length === 0) return;
      await this.repository.insertBroadcasts(tx, userId, conversationIds);
      await this.summaries.settle(tx, userId, conversationIds);
      await this.events.in(tx).publish('conversation.conversations_imported.v1', { userId, importId, conversationIds });
      conversationIds = [];
    };
    let row = await this.repository.staged(tx, userId, importId, -1);
    for (; row; row = await this.repository.staged(tx, userId, importId, row.part)) {
      for (const id of JSON.parse(row.conversations.toString()) as string[]) {
        conversationIds.push(id);
        if (conversationIds.length >= idsOfAnEvent) await flush();
      }
    }
    await flush();
    await this.repository.drop(tx, userId, importId, 0);
  }

  async discard({ userId }: Caller, importId: string): Promise<void> {
    await this.database.asUser(userId, (tx) => this.repository.discard(tx, userId, importId));
  }

  /** Titles, stars, tags and settings of comparisons that came in; the last conversation of one says it. */
  async #giveComparisons(tx: Transaction, userId: string, imported: readonly Imported[]): Promise<void> {
    const given = new Map(
      imported.flatMap(({ comparison }) => (comparison ? [[comparison.id, comparison] as const] : [])),
    );
    for (const { id, ...change } of given.values()) {
      if (change.title || change.isStarred || change.tags?.length || change.settings)
        await this.labels.change(tx, userId, id, change);
    }
  }

  /** Only those of rounds that came in with these conversations. */
  async #insertSummaries(
    tx: Transaction,
    userId: string,
    summaries: readonly RoundSummary[],
    imported: readonly Imported[],
  ): Promise<void> {
    const rounds = new Set(imported.flatMap((each) => each.messages.map(({ broadcast_id }) => broadcast_id)));
    const rows = summaries
      .map((summary) => toImportedSummary(userId, summary))
      .filter(({ broadcast_id }) => rounds.has(broadcast_id));
    if (rows.length > 0) await this.summaries.insert(tx, userId, rows);
  }

  async #insert(tx: Transaction, userId: string, imported: readonly Imported[]): Promise<number> {
    const [messages, attachments, pins] = [
      imported.flatMap((each) => each.messages),
      imported.flatMap((each) => each.attachments),
      imported.flatMap((each) => each.pins),
    ];
    if (attachments.length > 0) await this.repository.insertAttachments(tx, userId, attachments);
    if (messages.length > 0) await this.repository.insertMessages(tx, userId, messages);
    if (pins.length > 0) await this.repository.insertPins(tx, userId, pins);
    return messages.length;
  }
}

/** What counts for the quota: at least one message per conversation. */
function countOf(imported: readonly Imported[], messagesBefore: number): number {
  return imported.reduce((sum, { messages }) => sum + Math.max(messages.length, messagesBefore > 0 ? 0 : 1), 0);
}

/** A conversation that spans several parts must be alone in each. */
function importedOf(userId: string, { conversations, messagesBefore, toBeContinued }: StageImportRequest): Imported[] {
  const isAlone = conversations.length === 1;
  if (messagesBefore < 0 || ((messagesBefore > 0 || toBeContinued) && !isAlone)) {
    throw badImport('A conversation that takes several parts stands alone in each.');
  }
  return conversations.map((conversation) => toImported(userId, conversation, { messagesBefore, toBeContinued }));
}
