import { Injectable } from '@nestjs/common';
import { StageImportRequest, type Conversation } from '@polylogue/proto';
import { Database, type Caller } from '@polylogue/service-kit';
import { badImport } from '../history/history.errors.js';
import { ImportsRepository } from './imports.repository.js';
import { toImported } from './imports.rules.js';

/** Brings conversations in from an export: first put aside, then all in one transaction, or nothing. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly repository: ImportsRepository,
    private readonly database: Database,
  ) {}

  async stage({ userId }: Caller, importId: string, part: number, conversations: Conversation[]): Promise<void> {
    if (!Number.isInteger(part) || part < 0) throw badImport('The parts of an import count from 0.');
    // Looked through now, so that a fault is told while the file is still read.
    for (const conversation of conversations) toImported(userId, conversation);
    const body = Buffer.from(StageImportRequest.encode({ importId, part, conversations }).finish());
    await this.database.asUser(userId, async (tx) => {
      if (part === 0) await this.repository.discard(tx, userId);
      await this.repository.stage(tx, userId, importId, part, body);
    });
  }

  async commit({ userId }: Caller, importId: string) {
    const done = { imported: 0, skipped: 0, messages: 0 };
    return this.database.asUser(userId, async (tx) => {
      let row = await this.repository.staged(tx, userId, importId, -1);
      for (; row; row = await this.repository.staged(tx, userId, importId, row.part)) {
        const { conversations } = StageImportRequest.decode(row.conversations);
        const imported = conversations.map((conversation) => toImported(userId, conversation));
        const isNew = await this.repository.insert(tx, userId, imported);
        const first = imported.filter(({ id }) => isNew.delete(id));
        const messages = first.flatMap((conversation) => conversation.messages);
        if (messages.length > 0) await this.repository.insertMessages(tx, userId, messages);
        done.imported += first.length;
        done.skipped += imported.length - first.length;
        done.messages += messages.length;
      }
      await this.repository.discard(tx, userId, importId);
      return done;
    });
  }

  async discard({ userId }: Caller, importId: string): Promise<void> {
    await this.database.asUser(userId, (tx) => this.repository.discard(tx, userId, importId));
  }
}
