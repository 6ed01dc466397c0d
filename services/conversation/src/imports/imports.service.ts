import { Injectable } from '@nestjs/common';
import { StageImportRequest } from '@polylogue/proto';
import { Database, Events, type Caller, type Transaction } from '@polylogue/service-kit';
import { badImport } from '../history/history.errors.js';
import { ImportsRepository } from './imports.repository.js';
import { toImported, type Imported } from './imports.rules.js';

const idsOfAnEvent = 1_000;

/** Brings conversations in from an export: first put aside, then all in one transaction, or nothing. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly repository: ImportsRepository,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  /** Answers what the conversations will be called once they are in. */
  async stage({ userId }: Caller, request: StageImportRequest): Promise<Imported[]> {
    const { importId, part } = request;
    if (!Number.isInteger(part) || part < 0) throw badImport('The parts of an import count from 0.');
    // Looked through now, so that a fault is told while the file is still read.
    const imported = importedOf(userId, request);
    const body = Buffer.from(StageImportRequest.encode(request).finish());
    await this.database.asUser(userId, async (tx) => {
      if (part === 0) await this.repository.discard(tx, userId);
      await this.repository.stage(tx, userId, importId, part, body);
    });
    return imported;
  }

  async commit({ userId }: Caller, importId: string) {
    const done = { imported: 0, skipped: 0, messages: 0 };
    const ids: string[] = [];
    return this.database.asUser(userId, async (tx) => {
      let continued: { id: string; isNew: boolean } | undefined;
      let row = await this.repository.staged(tx, userId, importId, -1);
      for (; row; row = await this.repository.staged(tx, userId, importId, row.part)) {
        const request = StageImportRequest.decode(row.conversations);
        const imported = importedOf(userId, request);
        const { messagesBefore, toBeContinued } = request;
        const [first] = imported;
        if (messagesBefore === 0) {
          const isNew = await this.repository.insert(tx, userId, imported);
          const those = imported.filter(({ id }) => isNew.delete(id));
          ids.push(...those.map(({ id }) => id));
          done.imported += those.length;
          done.skipped += imported.length - those.length;
          done.messages += await this.#insert(tx, userId, those);
          continued = toBeContinued && first ? { id: first.id, isNew: those.length > 0 } : undefined;
        } else {
          if (!first || first.id !== continued?.id) throw badImport('A part of the import goes on nowhere.');
          if (continued.isNew) done.messages += await this.#insert(tx, userId, imported);
          if (continued.isNew && !toBeContinued) await this.repository.finish(tx, userId, first);
          if (!toBeContinued) continued = undefined;
        }
        await this.repository.take(tx, userId, importId, row.part);
      }
      await this.repository.insertBroadcasts(tx, userId, ids);
      await this.#tell(tx, userId, importId, ids);
      return done;
    });
  }

  async discard({ userId }: Caller, importId: string): Promise<void> {
    await this.database.asUser(userId, (tx) => this.repository.discard(tx, userId, importId));
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

  async #tell(tx: Transaction, userId: string, importId: string, ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += idsOfAnEvent) {
      const conversationIds = ids.slice(start, start + idsOfAnEvent);
      await this.events.in(tx).publish('conversation.conversations_imported.v1', { userId, importId, conversationIds });
    }
  }
}

/** What goes on, or is to go on, stands alone in its part. */
function importedOf(userId: string, { conversations, messagesBefore, toBeContinued }: StageImportRequest): Imported[] {
  const isAlone = conversations.length === 1;
  if (messagesBefore < 0 || ((messagesBefore > 0 || toBeContinued) && !isAlone)) {
    throw badImport('A conversation that takes several parts stands alone in each.');
  }
  return conversations.map((conversation) => toImported(userId, conversation, { messagesBefore, toBeContinued }));
}
