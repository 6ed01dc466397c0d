import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@polylogue/service-kit';
import { AdminRowEntity } from './admin-row.entity.js';
import type { AdminRow } from './ai-service.entity.js';

const unset = {
  displayName: null,
  color: null,
  category: null,
  provider: null,
  preset: null,
  model: null,
  baseUrl: null,
  answerDefaults: null,
  answerLimits: null,
  isEnabled: null,
  position: null,
  sees: null,
};

/** What administrators made of the catalog. */
@Injectable()
export class AdminRowsRepository {
  constructor(private readonly database: Database) {}

  async all(tx: Transaction): Promise<AdminRow[]> {
    const rows = await tx.getRepository(AdminRowEntity).find({ order: { createdAt: 'ASC', name: 'ASC' } });
    return rows.map(withoutNulls);
  }

  /** Writes the whole row; what is undefined is null. */
  async put(tx: Transaction, row: AdminRow): Promise<void> {
    const given = Object.entries(row).filter(([, value]) => value !== undefined);
    await tx.getRepository(AdminRowEntity).upsert({ ...unset, ...Object.fromEntries(given) }, ['name']);
  }

  async remove(tx: Transaction, name: string): Promise<void> {
    await tx.getRepository(AdminRowEntity).delete({ name });
  }

  /** Makes this transaction the one that changes the catalog: others wait for it. */
  async countUp(tx: Transaction): Promise<void> {
    await tx.query('UPDATE ai_dispatch.catalog_revision SET revision = revision + 1');
  }

  /** Read every few seconds by every replica: a number, of which no entity is made. */
  async revision(): Promise<string> {
    const [row] = await this.database.worker.query<{ revision: string }[]>(
      'SELECT revision FROM ai_dispatch.catalog_revision',
    );
    return row?.revision ?? '0';
  }
}

function withoutNulls(row: AdminRowEntity): AdminRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as AdminRow;
}
